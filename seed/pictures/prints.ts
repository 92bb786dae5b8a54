import { ikatSvg } from '#app/ikat/ikat.ts';
import { circle, line, path, rect, repeat, star } from './svg.ts';

/** What stands in the middle of a print; each draws into a square of 200 round its own middle. */
const emblems = {
  headphones: (ink: string) =>
    line('M-56 20a56 60 0 0 1 112 0', ink, 14) +
    rect(-70, 8, 26, 56, ink, 'rx="12"') +
    rect(44, 8, 26, 56, ink, 'rx="12"'),
  joystick: (ink: string) =>
    path(
      'M-62-22h124a34 34 0 0 1 34 40l-8 34a22 22 0 0 1-40 6l-14-22h-68l-14 22a22 22 0 0 1-40-6l-8-34a34 34 0 0 1 34-40z',
      ink,
    ),
  dutar: (ink: string) =>
    line('M60-84L-10 10', ink, 10) +
    path('M-10 2c34 20 28 78-18 80s-66-46-36-72c16-14 36-18 54-8z', ink) +
    circle(-28, 44, 9, '#FFF8EC'),
  brush: (ink: string) =>
    line('M64-74L4-2', ink, 15) + path('M2-8c20 16 14 44-8 58s-54 14-66 8c20-6 22-24 28-42s28-38 46-24z', ink),
  microphone: (ink: string) =>
    rect(-24, -84, 48, 96, ink, 'rx="24"') + line('M-46-14a46 46 0 0 0 92 0M0 34v42M-30 78h60', ink, 11),
  mountain: (ink: string) => path('M-88 64L-30-48l26 42 22-34 70 104z', ink) + circle(44, -60, 18, ink),
  camera: (ink: string) =>
    path(
      'M-74-34h32l14-22h56l14 22h32a10 10 0 0 1 10 10v76a10 10 0 0 1-10 10H-74a10 10 0 0 1-10-10v-76a10 10 0 0 1 10-10z',
      ink,
    ) +
    circle(0, 12, 30, '#FFF8EC') +
    circle(0, 12, 17, ink),
  book: (ink: string) =>
    path('M-4-44c-28-18-60-18-86-8v104c28-10 58-8 86 10zM4-44c28-18 60-18 86-8v104c-28-10-58-8-86 10z', ink),
  bolt: (ink: string) => path('M14-90L-54 18h44L-22 90 56-26H10z', ink),
  teapot: (ink: string) =>
    path('M-44-26h88c20 26 14 68-10 88h-68c-24-20-30-62-10-88z', ink) +
    path('M-24-34a24 18 0 0 1 48 0z', ink) +
    circle(0, -58, 8, ink) +
    line('M44-6c30-6 22-40 44-44', ink, 12) +
    line('M-48-8c-44-6-44 54 6 50', ink, 11),
  pomegranate: (ink: string) =>
    circle(0, 14, 62, ink) +
    path('M-24-42l-8-34 20 14L0-88l12 26 20-14-8 34z', ink) +
    repeat(7, (at) => circle(Math.cos(at * 0.9) * 26, 16 + Math.sin(at * 0.9) * 26, 9, '#FFF8EC', 'opacity=".85"')),
  star: (ink: string) => star(0, 0, 86, 40, 8, ink),
} as const;

export type Emblem = keyof typeof emblems;

/** The shape of a print: how much cloth of the creator is seen round his emblem. */
export type PrintShape = 'medallion' | 'arch' | 'tile' | 'band' | 'mark';

/** Whose cloth is printed, with what in its middle. */
export interface Print {
  readonly userName: string;
  readonly emblem: Emblem;
  readonly shape: PrintShape;
}

/** The creator's cloth over a field of width times height. */
export function cloth(userName: string, width: number, height: number): string {
  return ikatSvg(userName, { width: Math.round(width), height: Math.round(height), scheme: 'light' });
}

const shapes: Readonly<Record<Exclude<PrintShape, 'mark'>, string>> = {
  medallion: 'M200 100a100 100 0 1 1-200 0a100 100 0 1 1 200 0z',
  arch: 'M12 200V96C12 40 60 14 100-8c40 22 88 48 88 104v104z',
  tile: 'M8 8h184v184H8z',
  band: 'M-30 52h260v96H-30z',
};

/** A print of 200 by 200; `ink` is what an emblem without cloth is printed in. */
export function printSvg({ userName, emblem, shape }: Print, ink: string): string {
  if (shape === 'mark') return `<g transform="translate(100 100)">${emblems[emblem](ink)}</g>`;
  const id = `p${shape}`;
  const plate = circle(0, 0, 64, '#FFF8EC') + circle(0, 0, 64, 'none', 'stroke="#26191B" stroke-width="4"');
  return `<clipPath id="${id}"><path d="${shapes[shape]}"/></clipPath><g clip-path="url(#${id})"><g transform="translate(-30 -12)">${cloth(userName, 260, 224)}</g></g><g transform="translate(100 100)">${plate}<g transform="scale(.5)">${emblems[emblem]('#26191B')}</g></g>`;
}
