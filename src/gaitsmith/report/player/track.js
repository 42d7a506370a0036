// A recorded scene: decodes its numbers and answers where everything is at any time.

import { Quaternion, Vector3 } from "three";

// Little-endian float32 numbers.
export function decodeFloats(base64) {
  const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  return new Float32Array(bytes.buffer);
}

export class Track {
  #from = new Quaternion();
  #to = new Quaternion();

  constructor(data) {
    this.frameRate = data.frameRate;
    this.numFrames = data.numFrames;
    this.numBodies = data.numBodies;
    this.numContacts = data.numContacts;
    this.pushes = data.pushes;
    this.positions = decodeFloats(data.positions);
    this.orientations = decodeFloats(data.orientations); // w x y z
    this.com = decodeFloats(data.com);
    this.contactPositions = decodeFloats(data.contactPositions);
    this.contactForces = decodeFloats(data.contactForces);
    this.cameraPath = decodeFloats(data.cameraPath); // without the bob of each step
    this.moveTo(0);
  }

  get duration() {
    return (this.numFrames - 1) / this.frameRate;
  }

  // All questions below are about this time; past the end, the last frame holds.
  moveTo(time) {
    const frame = Math.min(Math.max(time * this.frameRate, 0), this.numFrames - 1);
    this.time = time;
    this.frame = Math.min(Math.floor(frame), Math.max(this.numFrames - 2, 0));
    this.nextFrame = Math.min(this.frame + 1, this.numFrames - 1);
    this.fraction = frame - this.frame;
  }

  #point(array, perFrame, index, target) {
    const a = 3 * (this.frame * perFrame + index);
    const b = 3 * (this.nextFrame * perFrame + index);
    const mix = (axis) => array[a + axis] + this.fraction * (array[b + axis] - array[a + axis]);
    return target.set(mix(0), mix(1), mix(2));
  }

  bodyPosition(body, target = new Vector3()) {
    return this.#point(this.positions, this.numBodies, body, target);
  }

  bodyOrientation(body, target = new Quaternion()) {
    const q = this.orientations;
    const a = 4 * (this.frame * this.numBodies + body);
    const b = 4 * (this.nextFrame * this.numBodies + body);
    this.#from.set(q[a + 1], q[a + 2], q[a + 3], q[a]);
    this.#to.set(q[b + 1], q[b + 2], q[b + 3], q[b]);
    return target.slerpQuaternions(this.#from, this.#to, this.fraction);
  }

  comPosition(target = new Vector3()) {
    return this.#point(this.com, 1, 0, target);
  }

  cameraTarget(target = new Vector3()) {
    return this.#point(this.cameraPath, 1, 0, target);
  }

  contactPosition(index, target = new Vector3()) {
    return this.#point(this.contactPositions, this.numContacts, index, target);
  }

  contactForce(index, target = new Vector3()) {
    return this.#point(this.contactForces, this.numContacts, index, target);
  }

  // What the ground usually carries [N], about the character's weight; 0 without
  // contacts. The median, because the blow of a fall is many times as strong.
  typicalLoad() {
    const f = this.contactForces;
    const loads = [];
    for (let frame = 0; frame < this.numFrames; frame++) {
      let load = 0;
      for (let point = 0; point < this.numContacts; point++) {
        const i = 3 * (frame * this.numContacts + point);
        load += Math.hypot(f[i], f[i + 1], f[i + 2]);
      }
      if (load > 0) loads.push(load);
    }
    return loads.sort((a, b) => a - b)[Math.floor(loads.length / 2)] ?? 0;
  }

  hardestPush() {
    return Math.max(...this.pushes.map((push) => Math.hypot(...push.force)), 0);
  }

  activePushes() {
    const now = Math.min(this.time, this.duration);
    return this.pushes.filter((push) => now >= push.start && now < push.start + push.duration);
  }
}
