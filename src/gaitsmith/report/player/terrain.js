// The ground: a checkered surface with a ruler, and what is seen where it breaks off.

import {
  BufferGeometry,
  CanvasTexture,
  Color,
  Float32BufferAttribute,
  Group,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  RepeatWrapping,
  SRGBColorSpace,
  ShadowMaterial,
} from "three";
import { decodeFloats } from "player/track.js";

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

function triangles(positions) {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(positions, 3));
  geometry.computeVertexNormals();
  return geometry;
}

export class Terrain extends Group {
  // data: {unit, surface, breaks, shades, ruler, rulerSide}; unit is what two tiles and
  // one mark of the ruler span [m]. Corners of triangles are given as floats in base64,
  // and for those of the breaks how dark each is, 0 to 1.
  constructor(data) {
    super();
    this.unit = data.unit;
    this.surface = triangles(decodeFloats(data.surface));
    const places = this.surface.getAttribute("position");
    const uv = Array.from({ length: places.count }, (_, i) => [places.getX(i), places.getY(i)]);
    const scaled = uv.flat().map((place) => place / this.unit);
    this.surface.setAttribute("uv", new Float32BufferAttribute(scaled, 2));
    this.breaks = triangles(decodeFloats(data.breaks));
    this.shades = decodeFloats(data.shades);
    this.ruler = data.ruler; // [{x, z, grade, text}]
    this.rulerSide = data.rulerSide; // its y [m]
  }

  // Builds everything in the theme's colours; called again when the theme changes.
  paint(theme) {
    for (const child of [...this.children]) {
      child.geometry.dispose();
      child.material.map?.dispose();
      child.material.dispose();
      this.remove(child);
    }
    this.add(new Mesh(this.surface, new MeshBasicMaterial({ map: tileTexture(theme) })));

    // The surface is unlit so that it has exactly the page's colours; its shadow is
    // therefore a second, otherwise invisible layer.
    const shadow = new ShadowMaterial({ color: theme.shadow, opacity: theme.shadowOpacity });
    const shadowLayer = new Mesh(this.surface, shadow);
    shadowLayer.receiveShadow = true;
    this.add(shadowLayer);

    const [wall, depth] = [new Color(theme.wall), new Color(theme.depth)];
    const colors = [...this.shades].flatMap((shade) => wall.clone().lerp(depth, shade).toArray());
    this.breaks.setAttribute("color", new Float32BufferAttribute(colors, 3));
    this.add(new Mesh(this.breaks, new MeshBasicMaterial({ vertexColors: true })));
    for (const mark of this.ruler) this.#addMark(mark, theme);
  }

  #addMark({ x, z, grade, text }, theme) {
    const { unit } = this;
    const label = new Mesh(
      new PlaneGeometry(unit, 0.375 * unit),
      new MeshBasicMaterial({
        map: rulerTexture(text, theme),
        transparent: true,
        depthWrite: false,
        ...ON_SURFACE,
      }),
    );
    label.position.set(x, this.rulerSide, z + 0.002 * unit);
    label.rotation.y = -Math.atan(grade);
    this.add(label);
  }
}
