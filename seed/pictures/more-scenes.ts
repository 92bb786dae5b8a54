import type { Random } from '../random.ts';
import type { Scene } from './scenes.ts';
import { circle, colour, line, path, rect, repeat, star } from './svg.ts';

/** A shelf of books, some of them leaning. */
export const books: Scene = (random) => {
  const shades = [
    colour.pomegranate,
    colour.pine,
    colour.saffron,
    colour.indigo,
    colour.wine,
    colour.teal,
    colour.clay,
    colour.sand,
  ];
  const shelf = (bottom: number, limit: number) => {
    let x = 10;
    let row = rect(0, bottom, 1_600, 18, '#5B3A29');
    while (x < 1_590) {
      const width = random.whole(26, 64);
      const height = random.whole(limit - 70, limit);
      const lean = random.chance(8) ? ` transform="rotate(${random.whole(5, 9)} ${x} ${bottom})"` : '';
      const cover = random.pick(shades);
      row += `<g${lean}>${rect(x, bottom - height, width, height, cover, 'rx="3"')}${rect(x, bottom - height + 26, width, 7, colour.honey, 'opacity=".8"')}${rect(x, bottom - 44, width, 7, colour.honey, 'opacity=".8"')}</g>`;
      x += width + (lean === '' ? 3 : 26);
    }
    return row;
  };
  return rect(0, 0, 1_600, 500, '#2B1D1A') + shelf(236, 210) + shelf(482, 215);
};

/** A comic's page: rays, dots and two loud bubbles. */
export const comic: Scene = (random) => {
  const rays = repeat(18, (at) =>
    path('M800 250L730-800L870-800Z', at % 2 ? colour.saffron : colour.honey, `transform="rotate(${at * 20} 800 250)"`),
  );
  const dots = repeat(170, (at) =>
    circle(
      (at % 34) * 48 + (Math.floor(at / 34) % 2) * 24,
      300 + Math.floor(at / 34) * 44,
      5 + Math.floor(at / 34) * 3,
      colour.pomegranate,
      'opacity=".75"',
    ),
  );
  const bang = (x: number, y: number, size: number, fill: string) =>
    star(x, y, size * 1.16, size * 0.8, 14, colour.ink) + star(x, y, size * 1.06, size * 0.72, 14, fill);
  const marks = (x: number, y: number) =>
    repeat(
      3,
      (at) =>
        line(`M${x - 46 + at * 46} ${y - 52}L${x - 40 + at * 42} ${y + 14}`, colour.ink, 17) +
        circle(x - 38 + at * 41, y + 46, 10, colour.ink),
    );
  const x = random.whole(340, 420);
  return (
    rect(0, 0, 1_600, 500, colour.sand) +
    rays +
    dots +
    bang(x, 230, 190, colour.paper) +
    marks(x, 230) +
    bang(1_210, 250, 150, colour.rose) +
    line('M1150 232Q1165 206 1180 232M1240 232Q1255 206 1270 232M1150 272Q1210 340 1270 272', colour.ink, 13)
  );
};

/** A city of towers and domes under a rising line. */
export const city: Scene = (random) => {
  const tower = (at: number) => {
    const height = random.whole(90, 300);
    const x = at * 76;
    const windows = repeat(Math.floor(height / 34), (row) =>
      repeat(3, (column) =>
        random.chance(65)
          ? rect(x + 12 + column * 18, 500 - height + 16 + row * 32, 10, 15, colour.honey, 'opacity=".85"')
          : '',
      ),
    );
    return rect(x, 500 - height, 66, height, at % 2 ? colour.indigo : '#3A4F80') + windows;
  };
  const dome = (x: number, size: number) =>
    path(
      `M${x - size} 430C${x - size} ${430 - size * 1.5} ${x + size} ${430 - size * 1.5} ${x + size} 430Z`,
      colour.sky,
    ) +
    rect(x - size * 0.9, 428, size * 1.8, 80, colour.sand) +
    line(`M${x} ${430 - size * 1.12}V${430 - size * 1.5}`, colour.saffron, 5);
  const growth =
    line('M60 400L260 340L430 362L640 262L830 288L1040 176L1240 196L1520 62', colour.pomegranate, 11) +
    repeat(8, (at) =>
      circle(
        [60, 260, 430, 640, 830, 1_040, 1_240, 1_520][at] ?? 0,
        [400, 340, 362, 262, 288, 176, 196, 62][at] ?? 0,
        14,
        colour.paper,
        `stroke="${colour.pomegranate}" stroke-width="7"`,
      ),
    );
  return (
    rect(0, 0, 1_600, 500, '#F6DDB8') +
    circle(300, 150, 86, colour.saffron, 'opacity=".8"') +
    repeat(22, tower) +
    dome(640, 88) +
    dome(840, 64) +
    growth
  );
};

/** Balloons over the arches of an old square. */
export const journey: Scene = (random) => {
  const arch = (x: number, width: number, height: number) =>
    rect(x, 500 - height, width, height, colour.sand) +
    rect(x + 10, 510 - height, width - 20, 14, colour.teal) +
    repeat(Math.floor((width - 30) / 26), (at) =>
      star(x + 28 + at * 26, 545 - height, 10, 5, 6, at % 2 ? colour.saffron : colour.indigo),
    ) +
    path(
      `M${x + width * 0.2} 500V${500 - height * 0.48}Q${x + width * 0.22} ${500 - height * 0.68} ${x + width / 2} ${500 - height * 0.78}Q${x + width * 0.78} ${500 - height * 0.68} ${x + width * 0.8} ${500 - height * 0.48}V500Z`,
      colour.indigo,
    );
  const minaret = (x: number) =>
    rect(x, 190, 44, 310, colour.clay) +
    repeat(6, (at) => rect(x, 220 + at * 46, 44, 12, colour.teal)) +
    path(`M${x - 6} 192Q${x + 22} 130 ${x + 50} 192Z`, colour.teal);
  const balloon = (x: number, y: number, size: number, fill: string) =>
    circle(x, y, size, fill) +
    path(
      `M${x - size * 0.92} ${y + size * 0.4}L${x - size * 0.2} ${y + size * 1.36}H${x + size * 0.2}L${x + size * 0.92} ${y + size * 0.4}Z`,
      fill,
    ) +
    `<ellipse cx="${x}" cy="${y}" rx="${size * 0.42}" ry="${size}" fill="${colour.paper}" opacity=".45"/>` +
    rect(x - size * 0.2, y + size * 1.5, size * 0.4, size * 0.28, '#5B3A29');
  const clouds = repeat(5, () => {
    const x = random.between(0, 1_500);
    const y = random.between(50, 200);
    return (
      circle(x, y, 34, '#fff', 'opacity=".6"') +
      circle(x + 44, y + 6, 42, '#fff', 'opacity=".6"') +
      rect(x - 30, y + 4, 130, 40, '#fff', 'rx="20" opacity=".6"')
    );
  });
  return (
    rect(0, 0, 1_600, 500, colour.sky) +
    clouds +
    balloon(360, 150, 84, colour.pomegranate) +
    balloon(700, 96, 52, colour.saffron) +
    balloon(1_210, 130, 66, colour.leaf) +
    minaret(150) +
    arch(210, 300, 250) +
    arch(530, 420, 300) +
    arch(970, 300, 250) +
    minaret(1_290) +
    arch(1_350, 200, 170) +
    rect(0, 484, 1_600, 16, colour.clay)
  );
};

/** The rosettes of a suzani, embroidered close together. */
export const suzani: Scene = (random) => {
  const rosette = (x: number, y: number, size: number) => {
    const petals = repeat(
      12,
      (at) =>
        `<ellipse cx="${x}" cy="${y - size * 0.72}" rx="${size * 0.17}" ry="${size * 0.28}" fill="${at % 2 ? colour.pomegranate : colour.saffron}" transform="rotate(${at * 30} ${x} ${y})"/>`,
    );
    return (
      petals +
      circle(x, y, size * 0.52, colour.wine) +
      star(x, y, size * 0.46, size * 0.25, 8, colour.honey) +
      circle(x, y, size * 0.15, colour.pomegranate)
    );
  };
  const vine = (y: number) =>
    line(
      `M-20 ${y}${repeat(9, (at) => `Q${at * 200 + 80} ${y + (at % 2 ? 90 : -90)} ${at * 200 + 180} ${y}`)}`,
      colour.pine,
      9,
    );
  const leaves = repeat(70, () => {
    const x = random.between(0, 1_600);
    const y = random.between(0, 500);
    return `<ellipse cx="${x}" cy="${y}" rx="20" ry="7" fill="${colour.leaf}" transform="rotate(${random.whole(0, 180)} ${x} ${y})"/>`;
  });
  return (
    rect(0, 0, 1_600, 500, colour.paper) +
    vine(130) +
    vine(370) +
    leaves +
    repeat(6, (at) => rosette(140 + at * 270, at % 2 ? 330 : 165, 128)) +
    repeat(6, (at) => rosette(150 + at * 270, at % 2 ? 100 : 415, 62))
  );
};

/** Crossing ribbons, as on a stage's curtain. */
export const stage: Scene = (random: Random) => {
  const folds = repeat(20, (at) =>
    path(
      `M${at * 84 - 20} 0H${at * 84 + 64}L${at * 84 + 52 + random.between(-14, 14)} 500H${at * 84 - 4}Z`,
      at % 2 ? colour.wine : colour.pomegranate,
    ),
  );
  const light = path('M800 -20L430 520H1170Z', colour.honey, 'opacity=".38"');
  const boards =
    rect(0, 430, 1_600, 70, '#5B3A29') +
    repeat(16, (at) => line(`M${at * 110} 430L${at * 110 - 40} 500`, '#000', 2, 'opacity=".3"'));
  const trim = repeat(28, (at) => circle(at * 60, 0, 36, colour.saffron));
  return (
    rect(0, 0, 1_600, 500, '#5A1426') +
    folds +
    boards +
    light +
    `<ellipse cx="800" cy="460" rx="330" ry="34" fill="${colour.honey}" opacity=".55"/>` +
    line('M800 250V455M762 458H838', colour.ink, 9) +
    rect(780, 196, 40, 66, colour.ink, 'rx="20"') +
    trim
  );
};
