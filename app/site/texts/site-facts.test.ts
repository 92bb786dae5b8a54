import { expect, test } from 'vitest';
import { factTexts, withFacts } from './site-facts.ts';

const unknown = { name: 'Опора', company: '', email: '', phone: '', telegram: '', address: '', currency: 'сум' };
const facts = { ...unknown, commissionPercent: 4.5, minAmount: 5_000, maxAmount: 10_000_000 };

test('facts stand in their language, and a line that names an unknown one is left out', () => {
  const words = factTexts({ ...facts, phone: '+998 (71) 200-00-01' }, 'ru', (name) => name);
  const text = '{name}: {commission}\n- {phone}\n- {email}\n{unreachable}Nobody\n{reachable}Somebody\n{other}';
  expect(withFacts(text, words)).toBe(
    'Опора: 4,5\u00a0%\n- [+998 (71) 200-00-01](tel:+998712000001)\nSomebody\n{other}',
  );
  expect(factTexts(facts, 'en', () => 'UZS')).toMatchObject({ commission: '4.5%', unreachable: '', reachable: null });
});
