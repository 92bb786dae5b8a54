import type { Fault } from './fault.ts';

const validation = 'base/calls/validation.server.ts';
/** Faults of invariants 29 and 30: what one network or one request takes from others. */
export const loadFaults: readonly Fault[] = [
  {
    name: 'pages-are-made-all-at-once',
    invariant: 29,
    says: 'every page that is asked for is rendered at once, however many others are in progress',
    changes: [
      [
        'base/pages/pages.server.ts',
        'turn: (work) => (address.onStream ? work() : renders.run(network, work)),',
        'turn: (work) => (network === renewing ? renders.run(network, work) : work()),',
      ],
    ],
    runs: { file: 'test/torture/platform/network-floods.torture.ts', test: '29: waiting times', scale: 0.1 },
  },
  {
    name: 'texts-are-masked-in-one-turn',
    invariant: 30,
    says: 'all texts of a list are masked before anything else is answered',
    changes: [
      [
        'app/donations/settings/text-mask.server.ts',
        'if (stopWords.steps - begun < mostSteps) continue;',
        'if (stopWords.steps >= begun) continue;',
      ],
    ],
    runs: { file: 'test/torture/platform/event-loop.torture.ts', test: '30: texts', scale: 0.1 },
  },
  {
    name: 'refused-members-are-copied-each-time',
    invariant: 30,
    says: 'for each refused member of a body all refused ones before it are copied, so the time grows with the square of their number',
    changes: [
      [validation, 'const fields = new Map<string, string>();', 'let fields = new Map<string, string>();'],
      [
        validation,
        'if (!fields.has(name)) fields.set(name, message);',
        'if (!fields.has(name)) fields = new Map([...fields, [name, message]]);',
      ],
    ],
    runs: { file: 'test/torture/platform/event-loop.torture.ts', test: '30: the largest', scale: 0.05 },
  },
];
