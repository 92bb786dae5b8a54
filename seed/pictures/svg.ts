/** The palette of the product's pictures. */
export const colour = {
  ink: '#1C1917',
  night: '#241B2F',
  paper: '#FBF3E4',
  sand: '#EAD3AE',
  pomegranate: '#C2334D',
  wine: '#7D1D33',
  saffron: '#E9A23B',
  honey: '#F5CE86',
  leaf: '#2F8F5B',
  pine: '#17513A',
  indigo: '#2C3E6B',
  sky: '#8FBBC9',
  teal: '#1F6F78',
  rose: '#E8899A',
  plum: '#4A3A63',
  clay: '#B5603C',
} as const;

export type Colour = keyof typeof colour;

/** A whole picture; `draw` fills a field of width times height. */
export function picture(width: number, height: number, inside: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${inside}</svg>`;
}

const round = (value: number) => Math.round(value * 10) / 10;

export function rect(x: number, y: number, width: number, height: number, fill: string, more = ''): string {
  return `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" fill="${fill}" ${more}/>`;
}

export function circle(x: number, y: number, radius: number, fill: string, more = ''): string {
  return `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="${fill}" ${more}/>`;
}

export function path(d: string, fill: string, more = ''): string {
  return `<path d="${d}" fill="${fill}" ${more}/>`;
}

/** A line with round ends. */
export function line(d: string, stroke: string, width: number, more = ''): string {
  return `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`;
}

/** What `draw` makes of 0, 1, 2, … `count - 1`, put together. */
export function repeat(count: number, draw: (at: number) => string): string {
  return Array.from({ length: count }, (_, at) => draw(at)).join('');
}

/** A regular star or rosette of `points` round a middle. */
export function star(x: number, y: number, outer: number, inner: number, points: number, fill: string): string {
  const corners = Array.from({ length: points * 2 }, (_, at) => {
    const angle = (Math.PI * at) / points - Math.PI / 2;
    const radius = at % 2 === 0 ? outer : inner;
    return `${round(x + Math.cos(angle) * radius)} ${round(y + Math.sin(angle) * radius)}`;
  });
  return path(`M${corners.join('L')}Z`, fill);
}
