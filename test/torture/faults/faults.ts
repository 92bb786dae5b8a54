import { accessFaults } from './access-faults.ts';
import type { Fault } from './fault.ts';
import { fleetFaults } from './fleet-faults.ts';
import { identityFaults } from './identity-faults.ts';
import { leaseFaults } from './lease-faults.ts';
import { limitFaults } from './limit-faults.ts';
import { loadFaults } from './load-faults.ts';
import { moneyFaults } from './money-faults.ts';
import { orderFaults } from './order-faults.ts';
import { platformFaults } from './platform-faults.ts';
import { widgetFaults } from './widget-faults.ts';

/** All planted faults: at least one for each invariant. */
export const faults: readonly Fault[] = [
  ...moneyFaults,
  ...orderFaults,
  ...identityFaults,
  ...limitFaults,
  ...widgetFaults,
  ...platformFaults,
  ...leaseFaults,
  ...loadFaults,
  ...accessFaults,
  ...fleetFaults,
];

/** The fault that `TORTURE_FAULT` names; null if none is to be planted. */
export function chosenFault(): Fault | null {
  const name = process.env.TORTURE_FAULT;
  if (!name) return null;
  const fault = faults.find((one) => one.name === name);
  if (fault === undefined) throw new Error(`there is no fault ${name}`);
  return fault;
}
