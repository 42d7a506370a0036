// The character: one group per body, one mesh per shape.

import {
  BoxGeometry,
  CapsuleGeometry,
  CylinderGeometry,
  Group,
  Mesh,
  MeshStandardMaterial,
  SphereGeometry,
} from "three";

// MuJoCo's capsules and cylinders stand along z, those of three.js along y.
function alongZ(geometry) {
  return geometry.rotateX(Math.PI / 2);
}

const GEOMETRIES = {
  sphere: ([radius]) => new SphereGeometry(radius, 40, 24),
  capsule: ([radius, half]) => alongZ(new CapsuleGeometry(radius, 2 * half, 12, 32)),
  cylinder: ([radius, half]) => alongZ(new CylinderGeometry(radius, radius, 2 * half, 40)),
  box: ([x, y, z]) => new BoxGeometry(2 * x, 2 * y, 2 * z),
  ellipsoid: ([x, y, z]) => new SphereGeometry(1, 40, 24).scale(x, y, z),
};

export class Figure extends Group {
  constructor(shapes, numBodies) {
    super();
    this.bodies = Array.from({ length: numBodies }, () => new Group());
    this.add(...this.bodies);
    for (const shape of shapes) {
      const material = new MeshStandardMaterial({
        color: shape.color,
        roughness: 0.62,
        metalness: 0,
        fog: false,
      });
      const mesh = new Mesh(GEOMETRIES[shape.kind](shape.size), material);
      mesh.position.set(...shape.position);
      const [w, x, y, z] = shape.orientation;
      mesh.quaternion.set(x, y, z, w);
      mesh.castShadow = true;
      mesh.receiveShadow = true;
      this.bodies[shape.body].add(mesh);
    }
  }

  pose(track) {
    this.bodies.forEach((group, body) => {
      track.bodyPosition(body, group.position);
      track.bodyOrientation(body, group.quaternion);
    });
  }
}
