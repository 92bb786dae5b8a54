import { chosenFault } from './faults.ts';
import { plant } from './plant.ts';

/** Loaded before everything else: by Vitest's workers as a set-up file, by server processes through `NODE_OPTIONS`. */
const fault = chosenFault();
if (fault) plant(fault);
