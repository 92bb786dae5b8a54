import { getDocumentProxy } from 'unpdf';

/** The texts of a PDF in the order in which they are drawn, as a reader of files finds them; a line is one text. */
export async function pdfTexts(file: Buffer): Promise<string[]> {
  const document = await getDocumentProxy(new Uint8Array(file));
  const texts: string[] = [];
  for (let page = 1; page <= document.numPages; page++) {
    const { items } = await (await document.getPage(page)).getTextContent();
    for (const item of items) {
      if ('str' in item && item.str.trim() !== '') texts.push(item.str.replaceAll('\u00a0', ' '));
    }
  }
  return texts;
}
