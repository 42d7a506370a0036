// Footprints on the ground, each from some time on: where feet were, and were to be.

import { Group, Mesh, MeshBasicMaterial, Path, Shape, ShapeGeometry, Vector2 } from "three";

const OPACITY = { real: 0.85, missed: 0.9, planned: 1, expected: 0.6, stone: 0.3 };
const HEIGHT = 0.004; // [m]; above the ground, which would hide it otherwise

function outline({ kind, length }, soles) {
  const points = (name) => soles[name].map(([x, y]) => new Vector2(length * x, length * y));
  if (kind === "stone") return new Shape(points("stone"));
  if (kind === "real" || kind === "missed") return new Shape(points("plain"));
  const ring = new Shape(points("rim"));
  ring.holes.push(new Path(points("plain")));
  return ring;
}

class Footprint extends Mesh {
  constructor(data, soles, order) {
    const material = new MeshBasicMaterial({
      color: data.color,
      transparent: true,
      opacity: OPACITY[data.kind],
      depthWrite: false,
      polygonOffset: true,
      polygonOffsetFactor: -4,
      polygonOffsetUnits: -4,
    });
    super(new ShapeGeometry(outline(data, soles)), material);
    this.position.set(data.place[0], data.place[1], data.place[2] + HEIGHT);
    this.rotation.z = data.heading;
    this.kind = data.kind;
    this.start = data.start;
    this.end = data.end ?? Infinity;
    this.renderOrder = order; // later ones over earlier ones, all of them on one plane
  }
}

export class Footprints extends Group {
  // data: [{kind, place, heading, length, color, start, end}], soles: edges of a foot of
  // length one, as it is and with some room around it.
  constructor(data, soles) {
    super();
    const order = (index) => index / (data.length + 1);
    data.forEach((one, index) => this.add(new Footprint(one, soles, order(index))));
  }

  update(time) {
    for (const one of this.children) {
      one.visible = time >= one.start - 1e-9 && time < one.end;
    }
  }

  kindsShown() {
    return this.children.filter((one) => one.visible).map((one) => one.kind);
  }
}
