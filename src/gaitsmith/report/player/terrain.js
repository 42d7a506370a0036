// The ground: a checkered surface with a ruler, walls at steps, trenches at gaps
// and crevasses.

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

// In units of the ground's scale, see Terrain:
const GAP_DEPTH = 0.8; // how far down the walls of a gap or a crevasse are drawn
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

// Whether a place is in a crevasse, whose corners are in order, counter-clockwise.
function contains({ corners }, x, y) {
  return corners.every(([x0, y0], index) => {
    const [x1, y1] = corners[(index + 1) % corners.length];
    return (x1 - x0) * (y - y0) > (y1 - y0) * (x - x0);
  });
}

// A convex piece as slices around its middle: some of its corners may be on one line.
function slices(piece) {
  const middle = [0, 1, 2].map(
    (axis) => piece.reduce((sum, corner) => sum + corner[axis], 0) / piece.length,
  );
  return piece.map((corner, index) => [middle, corner, piece[(index + 1) % piece.length]]);
}

// Flat convex pieces; corners are given as [x, y, z], in order around the edge.
function polygons(pieces, unit, colors = null) {
  const position = [];
  const color = [];
  const uv = [];
  for (const [index, piece] of pieces.entries()) {
    for (let last = 2; last < piece.length; last += 1) {
      for (const corner of [0, last - 1, last]) {
        const [x, y, z] = piece[corner];
        position.push(x, y, z);
        uv.push(x / unit, y / unit);
        if (colors) color.push(...colors[index][corner].toArray());
      }
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(position, 3));
  geometry.setAttribute("uv", new Float32BufferAttribute(uv, 2));
  if (colors) geometry.setAttribute("color", new Float32BufferAttribute(color, 3));
  geometry.computeVertexNormals();
  return geometry;
}

function acrossY([right, left], x0, z0, x1, z1) {
  return [
    [x0, right, z0],
    [x1, right, z1],
    [x1, left, z1],
    [x0, left, z0],
  ];
}

// Narrow bands where the ground breaks: a step that faces away from the viewer has no
// face to be seen by.
function edges(segments, sides, unit) {
  const width = EDGE_WIDTH * unit;
  const bands = [];
  segments.forEach(({ end, endHeight }, index) => {
    const next = segments[index + 1];
    if (!next) return;
    const isWhole = next.start - end < 1e-6 && Math.abs(next.startHeight - endHeight) < 1e-6;
    if (isWhole) return;
    bands.push(acrossY(sides, end - width, endHeight, end, endHeight));
    const far = next.start + width;
    bands.push(acrossY(sides, next.start, next.startHeight, far, next.startHeight));
  });
  return bands;
}

// A narrow band around each crevasse. Its rims go around it counter-clockwise.
function crevasseEdges(crevasses, unit) {
  const width = EDGE_WIDTH * unit;
  return crevasses.flatMap(({ rims }) =>
    rims.map(([[x0, y0, z0], [x1, y1, z1]]) => {
      const scale = width / Math.hypot(x1 - x0, y1 - y0);
      const [dx, dy] = [(y1 - y0) * scale, (x0 - x1) * scale];
      return [
        [x0 + dx, y0 + dy, z0],
        [x1 + dx, y1 + dy, z1],
        [x1, y1, z1],
        [x0, y0, z0],
      ];
    }),
  );
}

// Every upright or deep face of the crevasses, each as its quad and two colours.
function crevasseFaces(crevasses, unit, rim, depth) {
  const result = [];
  for (const { corners, rims } of crevasses) {
    const floor = Math.min(...rims.flat().map(([, , z]) => z)) - GAP_DEPTH * unit;
    for (const [start, end] of rims) {
      const below = [start, end].map(([x, y]) => [x, y, floor]);
      result.push([[start, below[0], below[1], end], rim, depth]);
    }
    result.push([corners.map(([x, y]) => [x, y, floor]), depth, depth]);
  }
  return result;
}

// Every upright or deep face, each as its quad and the two colours, rear to front.
function faces(segments, sides, unit, wall, rim, depth) {
  const result = [];
  segments.forEach(({ end, endHeight }, index) => {
    const next = segments[index + 1];
    if (!next) return;
    if (next.start - end > 1e-6) {
      const floor = Math.min(endHeight, next.startHeight) - GAP_DEPTH * unit;
      result.push([acrossY(sides, end, endHeight, end, floor), rim, depth]);
      result.push([acrossY(sides, end, floor, next.start, floor), depth, depth]);
      const { start, startHeight } = next;
      result.push([acrossY(sides, start, floor, start, startHeight), depth, rim]);
    } else if (Math.abs(next.startHeight - endHeight) > 1e-6) {
      result.push([acrossY(sides, end, endHeight, end, next.startHeight), wall, wall]);
    }
  });
  return result;
}

export class Terrain extends Group {
  // data: of the scene, rulerOffset: how far to the character's right the ruler lies [m],
  // unit: what one mark of the ruler and two tiles span [m], to suit small and large
  // characters.
  constructor(data, rulerOffset, unit) {
    super();
    this.unit = unit;
    this.segments = data.ground; // [{start, startHeight, end, endHeight}]
    this.sides = data.groundSides; // [right, left] [m]
    this.pieces = data.groundPieces; // of the segments, crevasses cut out
    this.crevasses = data.crevasses; // [{corners, rims}]
    this.rulerRange = data.rulerRange; // [from, to] [m]
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
    const { segments, sides, crevasses, unit } = this;
    const surface = polygons(this.pieces.flatMap(slices), unit);
    this.add(new Mesh(surface, new MeshBasicMaterial({ map: tileTexture(theme) })));

    // The surface is unlit so that it has exactly the page's colours; its shadow is
    // therefore a second, otherwise invisible layer.
    const shadow = new ShadowMaterial({ color: theme.shadow, opacity: theme.shadowOpacity });
    const shadowLayer = new Mesh(surface.clone(), shadow);
    shadowLayer.receiveShadow = true;
    this.add(shadowLayer);

    const wall = new Color(theme.wall);
    const depth = new Color(theme.depth);
    // Darker from the rim on: a narrow gap shows little more than its rim.
    const rim = wall.clone().lerp(depth, 0.55);
    const walls = [
      ...faces(segments, sides, unit, wall, rim, depth),
      ...crevasseFaces(crevasses, unit, rim, depth),
    ];
    if (walls.length > 0) {
      const geometry = polygons(
        walls.map(([quad]) => quad),
        unit,
        walls.map(([, rear, front]) => [rear, front, front, rear]),
      );
      const material = new MeshBasicMaterial({ vertexColors: true, side: DoubleSide });
      this.add(new Mesh(geometry, material));
      const paint = new MeshBasicMaterial({ color: wall, ...ON_SURFACE });
      const bands = [...edges(segments, sides, unit), ...crevasseEdges(crevasses, unit)];
      this.add(new Mesh(polygons(bands, unit), paint));
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
      const y = -this.rulerOffset;
      const places = [x - room, x, x + room];
      const isOpen = this.crevasses.some((c) => places.some((place) => contains(c, place, y)));
      if (!segment || isOpen) continue;
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
      label.position.set(x, y, height + 0.002 * unit);
      label.rotation.y = -Math.atan(grade);
      this.add(label);
    }
  }
}
