import { chosenFault } from './faults.ts';
import { plant } from './plant.ts';

/** Loaded first: by Vitest's workers as a setup file, by server processes through `NODE_OPTIONS`. */
const fault = chosenFault();
if (fault) plant(fault);
