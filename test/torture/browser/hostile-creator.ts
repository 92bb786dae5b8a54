import { publishField, setNames } from '#app/creators/creators.server.ts';
import { type SignedIn, signIn } from '#test/support/sign-in.ts';
import { testSecrets } from '#test/support/start-app.ts';
import type { Fleet } from '#test/torture/fleet/server-fleet.ts';
import { waitUntilSettled } from '#test/torture/money/donations-under-fire.ts';
import { giveUntilAcknowledged, payByCard, testCards } from '#test/torture/money/donors.ts';
import { readWidgetKey } from '#test/torture/widgets/widget-key.ts';
import { hostileTexts } from './hostile-texts.ts';

export interface HostileCreator {
  readonly creator: SignedIn;
  readonly userName: string;
  /** The last donation. */
  readonly payId: string;
  readonly key: string;
}

/** Makes a creator with hostile texts only, and donations with hostile names and messages. */
export async function populateHostile(fleet: Fleet): Promise<HostileCreator> {
  const userName = 'hostilecreator';
  const creator = await signIn(fleet.db, testSecrets.jwt, { userName });
  const { userId, projectId } = creator;
  await fleet.db.transaction(async (tx) => {
    const givenName = hostileTexts[0];
    const surName = hostileTexts[2];
    const patronymic = hostileTexts[3];
    await setNames(tx, userId, { givenName, surName, patronymic });
    await publishField(tx, userId, 'UserType', '[1]').catch(() => publishField(tx, userId, 'UserType', '1'));
    await publishField(tx, userId, 'About', hostileTexts.join('\n'));
    await publishField(tx, userId, 'WebLink', 'javascript:uns4fe()');
    await publishField(tx, userId, 'TgLink', hostileTexts[7]);
    await publishField(tx, userId, 'InsLink', 'data:text/html,<script>uns4fe()</script>');
  });
  let payId = '';
  for (const [index, text] of hostileTexts.entries()) {
    const donation = { projectId, amount: 5_000 + index, name: text, message: `${text} ${text}` };
    const made = await giveUntilAcknowledged(fleet.server.api, donation, `hostile-${index}`);
    await payByCard(made.paymentUrl, testCards.noCode);
    payId = made.payId;
  }
  await waitUntilSettled(fleet, 60);
  return { creator, userName, payId, key: await readWidgetKey(fleet.server.api, creator) };
}
