import { minorPerMain } from './money.ts';

/** In main units. Above it, minor units are no longer safe integers. */
export const largestMain = Number.MAX_SAFE_INTEGER / minorPerMain;
