import { mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A font that machines of visitors bring, and files that measure alike. */
export interface SystemFont {
  readonly family: string;
  /** The browser's name for it, from the file. */
  readonly drawnAs: string;
  /** Full name and PostScript name: browsers ask for a face by either. */
  readonly names: { readonly regular: readonly [string, string]; readonly bold: readonly [string, string] };
  readonly regular: URL;
  readonly bold: URL;
}

const fileOf = (path: string) => new URL(import.meta.resolve(path));
const arimo = {
  drawnAs: 'Arimo',
  regular: fileOf('@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf'),
  bold: fileOf('@expo-google-fonts/arimo/700Bold/Arimo_700Bold.ttf'),
};

/** Arimo is Liberation Sans under its original name, with the metrics of Arial, which may not be redistributed. */
export const systemFonts: readonly SystemFont[] = [
  {
    family: 'Arial',
    names: { regular: ['Arial', 'ArialMT'], bold: ['Arial Bold', 'Arial-BoldMT'] },
    ...arimo,
  },
  {
    family: 'Liberation Sans',
    names: { regular: ['Liberation Sans', 'LiberationSans'], bold: ['Liberation Sans Bold', 'LiberationSans-Bold'] },
    ...arimo,
  },
  {
    family: 'Roboto',
    drawnAs: 'Roboto',
    names: { regular: ['Roboto', 'Roboto-Regular'], bold: ['Roboto Bold', 'Roboto-Bold'] },
    regular: fileOf('@expo-google-fonts/roboto/400Regular/Roboto_400Regular.ttf'),
    bold: fileOf('@expo-google-fonts/roboto/700Bold/Roboto_700Bold.ttf'),
  },
  {
    family: 'Noto Sans',
    drawnAs: 'Noto Sans',
    names: { regular: ['Noto Sans Regular', 'NotoSans-Regular'], bold: ['Noto Sans Bold', 'NotoSans-Bold'] },
    regular: fileOf('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
    bold: fileOf('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf'),
  },
  {
    family: 'DejaVu Sans',
    drawnAs: 'DejaVu Sans',
    names: { regular: ['DejaVu Sans', 'DejaVuSans'], bold: ['DejaVu Sans Bold', 'DejaVuSans-Bold'] },
    regular: fileOf('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
    bold: fileOf('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
  },
];

/** Gives a scanned face the name that it has on visitors' machines. */
function named(file: string, family: string, [fullname, postscriptname]: readonly [string, string]): string {
  const edits = { family, fullname, postscriptname };
  const lines = Object.entries(edits).map(
    ([name, value]) => `<edit name="${name}" mode="assign"><string>${value}</string></edit>`,
  );
  return `<match target="scan"><test name="file" compare="eq"><string>${file}</string></test>${lines.join('')}</match>`;
}

/** Makes a folder with one font and the configuration under which a browser finds no other: for `FONTCONFIG_FILE`. */
export async function loneFont({
  family,
  names,
  regular,
  bold,
}: SystemFont): Promise<{ folder: string; config: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'opora-font-'));
  const fonts = join(folder, 'fonts');
  await mkdir(fonts);
  const regularFile = join(fonts, 'regular.ttf');
  const boldFile = join(fonts, 'bold.ttf');
  await symlink(fileURLToPath(regular), regularFile);
  await symlink(fileURLToPath(bold), boldFile);
  const config = join(folder, 'fonts.conf');
  const naming = `${named(regularFile, family, names.regular)}${named(boldFile, family, names.bold)}`;
  await writeFile(
    config,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${fonts}</dir><cachedir>${folder}/cache</cachedir>${naming}</fontconfig>`,
  );
  return { folder, config };
}
