import { parseDay } from '#base/text/day-text.ts';
import type { DayPeriod } from '#base/text/days.ts';
import { useAddressParams } from './address-params.ts';

/** The period that an address names by `from` and `to`; what no field could show is left out. */
export function periodIn(params: URLSearchParams): DayPeriod {
  const dayOf = (name: string) => {
    const text = params.get(name) ?? '';
    return parseDay(text) === text ? text : '';
  };
  return { from: dayOf('from'), to: dayOf('to') };
}

/** The days of a period, for a call. */
export function askedDays({ from, to }: DayPeriod): { readonly From?: string; readonly To?: string } {
  return { ...(from !== '' && { From: from }), ...(to !== '' && { To: to }) };
}

/** The period of a list, in the address, and its setter, which returns to the first page. */
export function useAddressPeriod(): readonly [period: DayPeriod, choose: (period: DayPeriod) => void] {
  const [params, change] = useAddressParams();
  return [periodIn(params), ({ from, to }) => change({ from, to })];
}
