import jsQR from 'jsqr';
import { getDocumentProxy } from 'unpdf';
import { z } from 'zod';

/** What a path of pdf.js does: it moves to a point, draws a line to one, or closes. */
const steps = { move: 0, line: 1, close: 4 } as const;
const constructPath = 91;
const pointsPerCell = 4;
const quietCells = 4;

/** The moves and lines of a page's paths, each with its point. */
const path = z.tuple([z.number(), z.tuple([z.instanceof(Float32Array)])]).rest(z.unknown());

interface Square {
  readonly x: number;
  readonly y: number;
}

/** Where the squares of a path begin, and how wide they are. */
function squaresOf(drawn: readonly number[]): { readonly squares: Square[]; readonly side: number } {
  const squares: Square[] = [];
  let side = 0;
  for (let at = 0; at < drawn.length; at += drawn[at] === steps.close ? 1 : 3) {
    const [x = 0, y = 0] = drawn.slice(at + 1, at + 3);
    if (drawn[at] === steps.move) squares.push({ x, y });
    if (drawn[at] === steps.line) side = Math.max(side, x - (squares.at(-1)?.x ?? x));
  }
  return { squares, side };
}

/** A picture of squares as a camera sees it, black on white. */
function pictureOf(squares: readonly Square[], side: number) {
  const left = Math.min(...squares.map(({ x }) => x));
  const top = Math.min(...squares.map(({ y }) => y));
  const cells = squares.map(({ x, y }) => ({
    column: Math.round((x - left) / side) + quietCells,
    row: Math.round((y - top) / side) + quietCells,
  }));
  const width = (Math.max(...cells.map(({ column }) => column)) + quietCells + 1) * pointsPerCell;
  const data = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const { column, row } of cells) {
    for (let y = row * pointsPerCell; y < (row + 1) * pointsPerCell; y++) {
      for (let x = column * pointsPerCell; x < (column + 1) * pointsPerCell; x++) {
        data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3);
      }
    }
  }
  return { data, width };
}

/** What the QR code of a PDF's first page says to a phone; null: it has none that can be read. */
export async function pdfCode(file: Buffer): Promise<string | null> {
  const document = await getDocumentProxy(new Uint8Array(file));
  const { fnArray, argsArray } = await (await document.getPage(1)).getOperatorList();
  const paths = argsArray.filter((_, at) => fnArray[at] === constructPath);
  for (const drawn of paths) {
    const [, [points]] = path.parse(drawn);
    const { squares, side } = squaresOf([...points]);
    if (squares.length < 100) continue;
    const { data, width } = pictureOf(squares, side);
    return jsQR(data, width, width)?.data ?? null;
  }
  return null;
}
