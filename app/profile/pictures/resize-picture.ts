import { type Cut, halvings, type Size } from './crop.ts';

/** The largest canvas that every browser supports. */
const mostSide = 4_096;

function canvasOf({ width, height }: Size): [HTMLCanvasElement, CanvasRenderingContext2D] {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('this browser draws on no canvas');
  context.imageSmoothingQuality = 'high';
  return [canvas, context];
}

/** Crops a picture and scales it to the target, halving the canvas on the way (docs/rules.md#page-sizes). */
export async function resizePicture(picture: ImageBitmap, cut: Cut, target: Size): Promise<Blob> {
  const shrink = Math.min(1, mostSide / Math.max(cut.width, cut.height));
  const first = {
    width: Math.max(1, Math.round(cut.width * shrink)),
    height: Math.max(1, Math.round(cut.height * shrink)),
  };
  let [canvas, context] = canvasOf(first);
  context.drawImage(picture, cut.left, cut.top, cut.width, cut.height, 0, 0, first.width, first.height);
  for (const size of halvings(first, target)) {
    const before = canvas;
    [canvas, context] = canvasOf(size);
    context.drawImage(before, 0, 0, size.width, size.height);
  }
  return new Promise((resolve, reject) => {
    // A browser without a WebP encoder returns a PNG.
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error('the canvas gave no picture')) : resolve(blob)),
      'image/webp',
      0.92,
    );
  });
}
