// The ground: a checkered surface with a ruler, walls at steps, trenches at gaps.

import {
  BufferGeometry,
  CanvasTexture,
  Color,
  DoubleSide,
  Float32BufferAttribute,
  Group,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  RepeatWrapping,
  SRGBColorSpace,
  ShadowMaterial,
} from "three";

const HALF_WIDTH = 60; // [m]; beyond what the fog lets through
// In units of the ground's scale, see Terrain:
const GAP_DEPTH = 0.8; // how far down a gap's walls are drawn
const EDGE_WIDTH = 0.02;
const MAX_LABELS = 100;
// Drawn on the ground rather than fighting with it for the same depth.
const ON_SURFACE = { polygonOffset: true, polygonOffsetFactor: -2, polygonOffsetUnits: -2 };

function canvasTexture(width, height, draw) {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  draw(canvas.getContext("2d"));
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = 8;
  return texture;
}

// A square of two by two tiles, one unit wide.
function tileTexture(theme) {
  const texture = canvasTexture(256, 256, (context) => {
    context.fillStyle = theme.tileLight;
    context.fillRect(0, 0, 256, 256);
    context.fillStyle = theme.tileDark;
    context.fillRect(0, 0, 128, 128);
    context.fillRect(128, 128, 128, 128);
  });
  texture.wrapS = texture.wrapT = RepeatWrapping;
  return texture;
}

// A tick with its distance below it, one unit wide.
function rulerTexture(text, theme) {
  return canvasTexture(256, 96, (context) => {
    context.fillStyle = theme.ruler;
    context.fillRect(126, 0, 4, 30);
    context.fillRect(0, 0, 256, 2);
    context.font = "500 40px system-ui, sans-serif";
    context.textAlign = "center";
    context.textBaseline = "bottom";
    context.fillText(text, 128, 88);
  });
}

// Four corners given as [x, y, z], in order around the edge.
function quads(corners, unit, colors = null) {
  const position = [];
  const color = [];
  const uv = [];
  for (const [index, quad] of corners.entries()) {
    for (const corner of [0, 1, 2, 0, 2, 3]) {
      const [x, y, z] = quad[corner];
      position.push(x, y, z);
      uv.push(x / unit, y / unit);
      if (colors) color.push(...colors[index][corner].toArray());
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(position, 3));
  geometry.setAttribute("uv", new Float32BufferAttribute(uv, 2));
  if (colors) geometry.setAttribute("color", new Float32BufferAttribute(color, 3));
  geometry.computeVertexNormals();
  return geometry;
}

function acrossY(x0, z0, x1, z1) {
  return [
    [x0, -HALF_WIDTH, z0],
    [x1, -HALF_WIDTH, z1],
    [x1, HALF_WIDTH, z1],
    [x0, HALF_WIDTH, z0],
  ];
}

// Narrow bands where the ground breaks: a step that faces away from the viewer has no
// face to be seen by.
function edges(segments, unit) {
  const width = EDGE_WIDTH * unit;
  const bands = [];
  segments.forEach(({ end, endHeight }, index) => {
    const next = segments[index + 1];
    if (!next) return;
    const isWhole = next.start - end < 1e-6 && Math.abs(next.startHeight - endHeight) < 1e-6;
    if (isWhole) return;
    bands.push(acrossY(end - width, endHeight, end, endHeight));
    bands.push(acrossY(next.start, next.startHeight, next.start + width, next.startHeight));
  });
  return quads(bands, unit);
}

// Every upright or deep face, each as its quad and the two colours, rear to front.
function faces(segments, unit, wall, depth) {
  const result = [];
  // Darker from the rim on: a narrow gap shows little more than its rim.
  const rim = wall.clone().lerp(depth, 0.55);
  segments.forEach(({ end, endHeight }, index) => {
    const next = segments[index + 1];
    if (!next) return;
    if (next.start - end > 1e-6) {
      const floor = Math.min(endHeight, next.startHeight) - GAP_DEPTH * unit;
      result.push([acrossY(end, endHeight, end, floor), rim, depth]);
      result.push([acrossY(end, floor, next.start, floor), depth, depth]);
      result.push([acrossY(next.start, floor, next.start, next.startHeight), depth, rim]);
    } else if (Math.abs(next.startHeight - endHeight) > 1e-6) {
      result.push([acrossY(end, endHeight, end, next.startHeight), wall, wall]);
    }
  });
  return result;
}

export class Terrain extends Group {
  // segments: [{start, startHeight, end, endHeight}], rulerRange: [from, to] [m],
  // rulerOffset: how far to the character's right the ruler lies [m], unit: what one
  // mark of the ruler and two tiles span [m], to suit small and large characters.
  constructor(segments, rulerRange, rulerOffset, unit) {
    super();
    this.unit = unit;
    this.segments = segments;
    this.rulerRange = rulerRange;
    this.rulerOffset = rulerOffset;
  }

  // Builds everything in the theme's colours; called again when the theme changes.
  paint(theme) {
    for (const child of [...this.children]) {
      child.geometry.dispose();
      child.material.map?.dispose();
      child.material.dispose();
      this.remove(child);
    }
    const surface = quads(
      this.segments.map((s) => acrossY(s.start, s.startHeight, s.end, s.endHeight)),
      this.unit,
    );
    this.add(new Mesh(surface, new MeshBasicMaterial({ map: tileTexture(theme) })));

    // The surface is unlit so that it has exactly the page's colours; its shadow is
    // therefore a second, otherwise invisible layer.
    const shadow = new ShadowMaterial({ color: theme.shadow, opacity: theme.shadowOpacity });
    const shadowLayer = new Mesh(surface.clone(), shadow);
    shadowLayer.receiveShadow = true;
    this.add(shadowLayer);

    const wall = new Color(theme.wall);
    const walls = faces(this.segments, this.unit, wall, new Color(theme.depth));
    if (walls.length > 0) {
      const geometry = quads(
        walls.map(([quad]) => quad),
        this.unit,
        walls.map(([, rear, front]) => [rear, front, front, rear]),
      );
      const material = new MeshBasicMaterial({ vertexColors: true, side: DoubleSide });
      this.add(new Mesh(geometry, material));
      const paint = new MeshBasicMaterial({ color: wall, ...ON_SURFACE });
      this.add(new Mesh(edges(this.segments, this.unit), paint));
    }
    this.#addRuler(theme);
  }

  #addRuler(theme) {
    const { unit } = this;
    const [from, to] = this.rulerRange.map((x) => x / unit);
    const step = [1, 2, 5, 10, 20, 50, 100].find((s) => (to - from) / s < MAX_LABELS) ?? 1000;
    const room = 0.2 * unit;
    for (let mark = Math.ceil(from / step) * step; mark <= to; mark += step) {
      const x = mark * unit;
      const segment = this.segments.find((s) => x - room >= s.start && x + room < s.end);
      if (!segment) continue;
      const run = segment.end - segment.start;
      const grade = (segment.endHeight - segment.startHeight) / run;
      const label = new Mesh(
        new PlaneGeometry(unit, 0.375 * unit),
        new MeshBasicMaterial({
          map: rulerTexture(`${Number(x.toFixed(1))} m`, theme),
          transparent: true,
          depthWrite: false,
          ...ON_SURFACE,
        }),
      );
      const height = segment.startHeight + grade * (x - segment.start);
      label.position.set(x, -this.rulerOffset, height + 0.002 * unit);
      label.rotation.y = -Math.atan(grade);
      this.add(label);
    }
  }
}
