import { useSearchParams } from 'react-router';
import { parseDay } from '#base/text/day-text.ts';
import { type DayPeriod, dayAfter } from '#base/text/days.ts';
import { startOfDay } from '#base/text/time-zones.ts';

/** The period that an address names by `from` and `to`; what no field could show is left out. */
export function periodIn(params: URLSearchParams): DayPeriod {
  const dayOf = (name: string) => {
    const text = params.get(name) ?? '';
    return parseDay(text) === text ? text : '';
  };
  return { from: dayOf('from'), to: dayOf('to') };
}

/** The first and the last moment of a period in a time zone, for a call. */
export function momentsOf({ from, to }: DayPeriod, timeZone: string): { readonly From?: string; readonly To?: string } {
  return {
    ...(from !== '' && { From: startOfDay(from, timeZone).toISOString() }),
    ...(to !== '' && { To: new Date(startOfDay(dayAfter(to, 1), timeZone).getTime() - 1).toISOString() }),
  };
}

/** The period of a list, in the address, and its setter, which returns to the first page. */
export function useAddressPeriod(): readonly [period: DayPeriod, choose: (period: DayPeriod) => void] {
  const [params, setParams] = useSearchParams();
  const choose = ({ from, to }: DayPeriod) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete('page');
        for (const [name, day] of Object.entries({ from, to })) {
          if (day === '') next.delete(name);
          else next.set(name, day);
        }
        return next;
      },
      { preventScrollReset: true },
    );
  return [periodIn(params), choose];
}
