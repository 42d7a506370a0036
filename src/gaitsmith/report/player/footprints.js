// Footprints on the ground, each from some time on: where feet were, and were to be.

import { Group, Mesh, MeshBasicMaterial, Path, Shape, ShapeGeometry } from "three";

const WIDTH = 0.42; // of a sole, as a fraction of its length
const STROKE = 0.1; // of an outline, likewise
const ROOM = 0.18; // of a stone around the sole, likewise
const OPACITY = { real: 0.85, missed: 0.9, planned: 1, expected: 0.6, stone: 0.3 };
const HEIGHT = 0.004; // [m]; above the ground, which would hide it otherwise

// A rounded rectangle from the heel at the origin along x, grown by `room`.
function sole(path, length, room) {
  const half = (WIDTH * length) / 2 + room;
  const [rear, front] = [-room, length + room];
  const round = Math.min(half, 0.8 * half + room);
  path.moveTo(rear + round, -half);
  path.lineTo(front - round, -half);
  path.quadraticCurveTo(front, -half, front, 0);
  path.quadraticCurveTo(front, half, front - round, half);
  path.lineTo(rear + round, half);
  path.quadraticCurveTo(rear, half, rear, 0);
  path.quadraticCurveTo(rear, -half, rear + round, -half);
  return path;
}

function outline({ kind, length }) {
  if (kind === "stone") return sole(new Shape(), length, ROOM * length);
  if (kind === "real" || kind === "missed") return sole(new Shape(), length, 0);
  const ring = sole(new Shape(), length, STROKE * length);
  ring.holes.push(sole(new Path(), length, 0));
  return ring;
}

class Footprint extends Mesh {
  constructor(data, order) {
    const material = new MeshBasicMaterial({
      color: data.color,
      transparent: true,
      opacity: OPACITY[data.kind],
      depthWrite: false,
      polygonOffset: true,
      polygonOffsetFactor: -4,
      polygonOffsetUnits: -4,
    });
    super(new ShapeGeometry(outline(data), 8), material);
    this.position.set(data.place[0], data.place[1], data.place[2] + HEIGHT);
    this.rotation.z = data.heading;
    this.kind = data.kind;
    this.from = data.from;
    this.until = data.until ?? Infinity;
    this.renderOrder = order; // later ones over earlier ones, all of them on one plane
  }
}

export class Footprints extends Group {
  // data: [{kind, place, heading, length, color, from, until}]
  constructor(data) {
    super();
    data.forEach((one, index) => this.add(new Footprint(one, index / (data.length + 1))));
  }

  update(time) {
    for (const one of this.children) {
      one.visible = time >= one.from - 1e-9 && time < one.until;
    }
  }

  kindsShown() {
    return this.children.filter((one) => one.visible).map((one) => one.kind);
  }
}
