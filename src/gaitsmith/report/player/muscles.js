// Muscles: lines on the figure, coloured by how active they are.

import {
  Color,
  CylinderGeometry,
  Group,
  Mesh,
  MeshStandardMaterial,
  SphereGeometry,
  Vector3,
} from "three";

const UP = new Vector3(0, 0, 1);

// One muscle: straight pieces from point to point, each point fixed to a body.
class MuscleLine extends Group {
  #along = new Vector3();

  constructor({ points, radius }) {
    super();
    this.points = points.map(([body, place]) => ({ body, place: new Vector3(...place) }));
    this.material = new MeshStandardMaterial({ roughness: 0.62, metalness: 0, fog: false });
    const ball = new SphereGeometry(radius, 16, 10);
    const rod = new CylinderGeometry(radius, radius, 1, 16, 1, true).rotateX(Math.PI / 2);
    this.balls = points.map(() => this.#mesh(ball));
    this.rods = points.slice(1).map(() => this.#mesh(rod));
  }

  #mesh(geometry) {
    const mesh = new Mesh(geometry, this.material);
    mesh.castShadow = true;
    this.add(mesh);
    return mesh;
  }

  pose(bodies) {
    this.points.forEach(({ body, place }, index) => {
      const { position, quaternion } = bodies[body];
      this.balls[index].position.copy(place).applyQuaternion(quaternion).add(position);
    });
    this.rods.forEach((rod, index) => {
      const from = this.balls[index].position;
      this.#along.subVectors(this.balls[index + 1].position, from);
      const length = Math.max(this.#along.length(), 1e-6);
      rod.scale.z = length;
      rod.position.copy(from).addScaledVector(this.#along, 0.5);
      rod.quaternion.setFromUnitVectors(UP, this.#along.divideScalar(length));
    });
  }
}

export class Muscles extends Group {
  // Of a scene without muscles, nothing is drawn.
  constructor({ lines, activations, rest, full } = { lines: [], activations: "" }) {
    super();
    this.lines = lines.map((line) => new MuscleLine(line));
    for (const line of this.lines) this.add(line);
    // 0 to 255, frame by frame.
    this.activations = Uint8Array.from(atob(activations), (char) => char.charCodeAt(0));
    this.rest = new Color(rest);
    this.full = new Color(full);
  }

  #activation(frame, index) {
    return this.activations[frame * this.lines.length + index] / 255;
  }

  update(track, bodies) {
    this.lines.forEach((line, index) => {
      const before = this.#activation(track.frame, index);
      const after = this.#activation(track.nextFrame, index);
      const active = before + track.fraction * (after - before);
      line.material.color.lerpColors(this.rest, this.full, active);
      line.pose(bodies);
    });
  }
}
