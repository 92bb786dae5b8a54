import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { faultyText } from '#test/torture/faults/fault.ts';
import { faults } from '#test/torture/faults/faults.ts';
import { invariantCount } from '#test/torture/judging.ts';

const root = join(import.meta.dirname, '../..');

describe('the faults that the torture tests must notice', () => {
  it.each(faults.map((fault) => [fault.name, fault] as const))('%s fits the code', async (_, fault) => {
    for (const [file] of fault.changes) {
      const path = join(root, file);
      const text = await readFile(path, 'utf8');
      expect(faultyText(fault, path, text)).not.toBe(text);
    }
  });

  it('are there for every invariant', () => {
    const covered = new Set(faults.map(({ invariant }) => invariant));
    const missing = Array.from({ length: invariantCount }, (_, index) => index + 1).filter(
      (number) => !covered.has(number),
    );
    expect(missing).toEqual([]);
  });

  it('have names of their own', () => {
    expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length);
  });

  it('that no longer fit are refused', () => {
    const change = ['main.ts', 'one', 'other'] as const;
    const runs = { file: 'main.ts', scale: 1 };
    const fault = { name: 'example', invariant: 1, says: '', changes: [change], runs };
    const path = join(root, 'main.ts');
    expect(faultyText(fault, path, 'this one here')).toBe('this other here');
    expect(faultyText(fault, join(root, 'base/main.ts'), 'this one here')).toBe('this one here');
    for (const text of ['two', 'one and one']) {
      expect(() => faultyText(fault, path, text)).toThrow('no longer fits the code');
    }
  });
});
