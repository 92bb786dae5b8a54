import { countryOf } from '#app/country.ts';
import { findCreatorByName } from '#app/creators/creators.server.ts';
import { findPerson } from '#app/identity/people-store.server.ts';
import type { Opora } from '#app/server-process.server.ts';
import { openWidgets } from '#app/widgets/widgets.server.ts';
import type { Config } from '#base/config/config.server.ts';
import { demoCreators } from './creators/creators.ts';
import { demoLogins, demoPassword, demoPhone } from './logins.ts';

type Write = (line: string) => void;

type TestCards = readonly (readonly [card: string, what: string])[];

/** Test cards of the country's own systems. */
const testCards: Readonly<Record<string, TestCards>> = {
  uz: [
    ['8600 0000 0000 0106', 'оплата после кода 123456'],
    ['8600 0000 0000 0205', 'оплата без кода'],
    ['8600 0000 0000 0304', 'не хватает денег'],
  ],
  kz: [
    ['4000 0000 0000 0101', 'оплата после кода 123456'],
    ['4000 0000 0000 0200', 'оплата без кода'],
    ['4000 0000 0000 0309', 'не хватает денег'],
    ['5100 0000 0000 0206', 'Mastercard, оплата без кода'],
  ],
};

async function demoLines({ db }: Pick<Opora, 'db'>, config: Config): Promise<string[]> {
  const country = countryOf(config.COUNTRY);
  const [first] = demoCreators;
  const creator = first && (await findCreatorByName(db, first.userName));
  const person = creator && (await findPerson(db, creator.userId));
  // The database has real people instead of the demo world.
  if (!creator || person?.phone !== demoPhone(country, demoLogins.creator.number)) return [];
  const { userName, projectId } = creator;
  const key = await db.transaction((tx) => openWidgets(tx, { projectId, secret: config.JWT_SECRET }));
  return [
    `Автор:    ${config.publicUrl}/${userName}`,
    `Виджет:   ${config.publicUrl}/widgets/notification?key=${key}`,
    '',
    `Логины демо-мира, пароль у всех ${demoPassword}:`,
    ...Object.values(demoLogins).map(({ number, title }) => `  ${demoPhone(country, number)}  ${title}`),
  ];
}

const standInTitles = [
  ['payme', 'Payme:  '],
  ['click', 'Click:  '],
  ['stripe', 'Stripe: '],
] as const;

/**
 * Prints the site's address and, with the demo world, its logins. Without the demo world it prints nothing private.
 */
export async function announce(
  home: Pick<Opora, 'db'>,
  { config, sandboxUrl }: { config: Config; sandboxUrl: string | null },
  write: Write,
): Promise<void> {
  const lines = ['', `Опора:    ${config.publicUrl}`];
  const hasSandbox = sandboxUrl !== null;
  if (hasSandbox) lines.push(`Песочница оплаты: ${sandboxUrl}`);
  for (const [name, title] of standInTitles) {
    if (hasSandbox && config.SANDBOX.includes(name)) lines.push(`Песочница ${title}${sandboxUrl}/${name}`);
  }
  if (config.DEMO && !config.isProduction) lines.push(...(await demoLines(home, config)));
  if (hasSandbox) lines.push('', 'Тестовые карты, срок — любой будущий:');
  if (hasSandbox)
    lines.push(...(testCards[countryOf(config.COUNTRY).code] ?? []).map(([card, what]) => `  ${card}  ${what}`));
  for (const line of [...lines, '']) write(line);
}
