/** Shapes that go with the seats' colours: circle, triangle, square, diamond, star. */
export const SHAPES = [
  "M0,-10 A10,10 0 1 1 -0.01,-10 Z",
  "M0,-10.5 L10.5,8.5 L-10.5,8.5 Z",
  "M-8.8,-8.8 H8.8 V8.8 H-8.8 Z",
  "M0,-11 L9.5,0 L0,11 L-9.5,0 Z",
  "M0,-11 L3.1,-4 L10.6,-3.3 L5,1.8 L6.7,9.2 L0,5.3 L-6.7,9.2 L-5,1.8 L-10.6,-3.3 L-3.1,-4 Z",
];
