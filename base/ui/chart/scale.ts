/** At most so many steps above zero. */
const mostSteps = 4;

const roundSteps = [1, 2, 2.5, 5, 10];

/** The round marks of an axis, from zero to the first that is not below `most`; whole numbers only. */
export function scaleTo(most: number): readonly number[] {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, most / mostSteps)));
  const steps = roundSteps.map((step) => step * power).filter(Number.isInteger);
  const step = steps.find((one) => one * mostSteps >= most) ?? power;
  return Array.from({ length: Math.max(1, Math.ceil(most / step)) + 1 }, (_, at) => at * step);
}
