import { buffer } from 'node:stream/consumers';
import { encode } from 'uqr';
import { fontFiles, openLegible } from './font-files.server.ts';

/** In points. */
const margin = 56;
const gap = 10;
const usualSize = 10;

interface Style {
  /** In points. */
  readonly size?: number;
  readonly isBold?: boolean;
  readonly isQuiet?: boolean;
}

/** A column of a table. `share`: of the page's width; all shares are 1. */
export interface PaperColumn {
  readonly share: number;
  readonly isNumber?: boolean;
}

interface PaperAbout {
  readonly title: string;
  /** A language by its code. */
  readonly language: string;
  /** Stands below every page, before its number. */
  readonly footer: string;
  /** For tables of many columns: pages lie on their long side. */
  readonly isWide?: boolean;
}

/** Begins a document. The library is loaded with the first one: it takes 30 MB of memory. */
export async function openPaper({ title, language, footer, isWide }: PaperAbout): Promise<Paper> {
  const [{ default: PdfDocument }, legible] = await Promise.all([import('pdfkit'), openLegible()]);
  const document = new PdfDocument({
    size: 'A4',
    layout: isWide ? 'landscape' : 'portrait',
    margin,
    bufferPages: true,
    font: fontFiles.regular,
    info: { Title: title.toWellFormed() },
    lang: language,
    displayTitle: true,
  });
  return new Paper(document, { footer, legible });
}

/** A document of A4 pages that is filled from top to bottom. */
export class Paper {
  readonly #document: PDFKit.PDFDocument;
  readonly #footer: string;
  readonly #legible: (text: string) => string;

  constructor(
    document: PDFKit.PDFDocument,
    { footer, legible }: { footer: string; legible: (text: string) => string },
  ) {
    this.#document = document;
    this.#footer = legible(footer);
    this.#legible = legible;
  }

  get #width(): number {
    return this.#document.page.width - 2 * margin;
  }

  get #bottom(): number {
    return this.#document.page.height - margin;
  }

  /** Leaves an empty space, in points. */
  space(height: number): void {
    this.#document.y += height;
  }

  text(text: string, style: Style = {}): void {
    this.#dressed(style).text(this.#legible(text), margin, this.#document.y, { width: this.#width });
  }

  /** A hairline over the whole width. */
  rule(): void {
    const y = this.#document.y + 4;
    this.#document
      .moveTo(margin, y)
      .lineTo(margin + this.#width, y)
      .lineWidth(0.5)
      .stroke('#d9d4cc');
    this.space(10);
  }

  /** A row of a table, never split between pages; texts wrap inside their columns. It is set smaller where a number would be broken in two. */
  row(columns: readonly PaperColumn[], texts: readonly string[], style: Style = {}): void {
    const document = this.#dressed(style);
    const cells = columns.map(({ share, isNumber }, index) => ({
      text: this.#legible(texts[index] ?? ''),
      outer: this.#width * share,
      width: this.#width * share - gap,
      align: isNumber ? ('right' as const) : ('left' as const),
    }));
    const numbers = cells.filter(({ align }) => align === 'right');
    const tightest = numbers.map(({ text, width }) => this.#widestWord(text) / (width - 1));
    this.#dressed({ ...style, size: (style.size ?? usualSize) / Math.max(1, ...tightest) });
    const height = Math.max(...cells.map(({ text, width }) => document.heightOfString(text || ' ', { width })));
    if (document.y + height > this.#bottom) document.addPage();
    const top = document.y;
    let left = margin;
    for (const { text, outer, width, align } of cells) {
      document.text(text, align === 'right' ? left + gap : left, top, {
        width,
        align,
        ellipsis: true,
        height: this.#bottom - top,
      });
      left += outer;
    }
    document.y = top + height + 3;
  }

  /** A QR code of 32 mm, black on white. */
  code(text: string): void {
    const side = 90;
    const { size, data } = encode(text, { ecc: 'M', border: 2 });
    const document = this.#document;
    if (document.y + side > this.#bottom) document.addPage();
    const top = document.y;
    const cell = side / size;
    for (const [row, cells] of data.entries()) {
      for (const [column, isDark] of cells.entries()) {
        if (isDark) document.rect(margin + column * cell, top + row * cell, cell, cell);
      }
    }
    document.fill('#000');
    document.y = top + side;
  }

  /** The file. Nothing can be added afterwards. */
  async finish(): Promise<Buffer> {
    this.#drawFooters();
    this.#document.end();
    return buffer(this.#document);
  }

  #widestWord(text: string): number {
    return Math.max(...text.split(' ').map((word) => this.#document.widthOfString(word)));
  }

  #dressed({ size = usualSize, isBold, isQuiet }: Style): PDFKit.PDFDocument {
    return this.#document
      .font(isBold ? fontFiles.bold : fontFiles.regular)
      .fontSize(size)
      .lineGap(size * 0.18)
      .fillColor(isQuiet ? '#665e59' : '#1c1917');
  }

  #drawFooters(): void {
    const document = this.#dressed({ size: 8, isQuiet: true });
    const { count } = document.bufferedPageRange();
    for (let page = 0; page < count; page++) {
      document.switchToPage(page);
      // Texts in the margin would begin a new page.
      document.page.margins.bottom = 0;
      const line = { width: this.#width - 60, height: 12, ellipsis: true };
      document.text(this.#footer, margin, this.#bottom + 14, line);
      document.text(`${page + 1} / ${count}`, margin, this.#bottom + 14, { width: this.#width, align: 'right' });
    }
  }
}
