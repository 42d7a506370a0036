// What is drawn over the motion: force arrows and the centre of mass.

import {
  CanvasTexture,
  ConeGeometry,
  CylinderGeometry,
  Group,
  Mesh,
  MeshBasicMaterial,
  SRGBColorSpace,
  SphereGeometry,
  Vector3,
} from "three";

const UP = new Vector3(0, 0, 1);

// An arrow of given thickness whose length may change every frame. It is drawn over the
// body, inside which most forces act.
class Arrow extends Group {
  constructor(thickness) {
    super();
    this.material = new MeshBasicMaterial({ fog: false, depthTest: false, transparent: true });
    this.headLength = 5 * thickness;
    const shaft = new CylinderGeometry(thickness, thickness, 1, 16).translate(0, 0.5, 0);
    const head = new ConeGeometry(2.6 * thickness, this.headLength, 24);
    head.translate(0, -this.headLength / 2, 0);
    this.shaft = new Mesh(shaft.rotateX(Math.PI / 2), this.material);
    this.head = new Mesh(head.rotateX(Math.PI / 2), this.material);
    this.shaft.renderOrder = this.head.renderOrder = 2;
    this.add(this.shaft, this.head);
    this.visible = false;
  }

  // Shows the arrow from `tail` along `vector` [m]; hides it when there is no length.
  span(tail, vector) {
    const length = vector.length();
    this.visible = length > 1e-3;
    if (!this.visible) return;
    const headScale = Math.min(1, length / (1.5 * this.headLength));
    this.head.scale.setScalar(headScale);
    this.head.position.z = length;
    this.shaft.scale.set(headScale, headScale, length - 0.9 * headScale * this.headLength);
    this.position.copy(tail);
    this.quaternion.setFromUnitVectors(UP, vector.clone().divideScalar(length));
  }
}

// Ground forces on the character, one arrow per contact point.
export class ContactForces extends Group {
  #tail = new Vector3();
  #vector = new Vector3();

  // longest: no arrow is drawn longer than this [m], whatever the blow.
  constructor(numContacts, thickness, longest) {
    super();
    this.longest = longest;
    this.metresPerNewton = 0; // set by the view
    this.arrows = Array.from({ length: numContacts }, () => new Arrow(thickness));
    for (const arrow of this.arrows) this.add(arrow);
  }

  update(track) {
    this.arrows.forEach((arrow, index) => {
      track.contactPosition(index, this.#tail);
      track.contactForce(index, this.#vector).multiplyScalar(this.metresPerNewton);
      this.#vector.clampLength(0, this.longest);
      arrow.span(this.#tail, this.#vector);
    });
  }

  paint(theme) {
    for (const arrow of this.arrows) arrow.material.color.set(theme.force);
  }
}

// Pushes, drawn with the tip on the body that is pushed.
export class Pushes extends Group {
  #tip = new Vector3();
  #vector = new Vector3();

  constructor(pushes, thickness) {
    super();
    this.metresPerNewton = 0; // set by the view
    this.arrows = pushes.map(() => new Arrow(thickness));
    for (const arrow of this.arrows) this.add(arrow);
  }

  update(track) {
    const active = track.activePushes();
    track.pushes.forEach((push, index) => {
      const arrow = this.arrows[index];
      arrow.visible = false;
      if (!active.includes(push)) return;
      this.#vector.set(...push.force).multiplyScalar(this.metresPerNewton);
      track.bodyPosition(push.body, this.#tip).sub(this.#vector);
      arrow.span(this.#tip, this.#vector);
    });
  }

  paint(theme) {
    for (const arrow of this.arrows) arrow.material.color.set(theme.push);
  }
}

// The usual quartered ball, drawn over the body that hides it.
export class ComMarker extends Mesh {
  constructor(radius) {
    const canvas = document.createElement("canvas");
    canvas.width = 64;
    canvas.height = 32;
    const context = canvas.getContext("2d");
    context.fillStyle = "#ffffff";
    context.fillRect(0, 0, 64, 32);
    context.fillStyle = "#15191e";
    for (const [x, y] of [[0, 0], [32, 0], [16, 16], [48, 16]]) context.fillRect(x, y, 16, 16);
    const map = new CanvasTexture(canvas);
    map.colorSpace = SRGBColorSpace;
    const material = new MeshBasicMaterial({ map, fog: false, depthTest: false });
    material.transparent = true;
    super(new SphereGeometry(radius, 32, 16).rotateX(Math.PI / 2), material);
    this.renderOrder = 3;
  }

  update(track) {
    track.comPosition(this.position);
  }
}
