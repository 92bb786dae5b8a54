import { publishField, setNames } from '#app/creators/creators.server.ts';
import { type SignedIn, signIn } from '#test/sign-in.ts';
import { testSecrets } from '#test/start-app.ts';
import { waitUntilSettled } from './donations-under-fire.ts';
import { giveUntilAcknowledged, payByCard, testCards } from './donors.ts';
import { hostileTexts } from './hostile-texts.ts';
import type { Fleet } from './server-fleet.ts';

export interface HostileCreator {
  readonly creator: SignedIn;
  readonly userName: string;
  /** The last gift. */
  readonly payId: string;
  readonly key: string;
}

/** A creator, all of whose texts are hostile, and gifts of donors whose names and messages are. */
export async function populateHostile(fleet: Fleet): Promise<HostileCreator> {
  const userName = 'hostilecreator';
  const creator = await signIn(fleet.db, testSecrets.jwt, { userName });
  const { userId, projectId, token } = creator;
  await fleet.db.transaction(async (tx) => {
    const [givenName, surName, patronymic] = [hostileTexts[0], hostileTexts[2], hostileTexts[3]];
    await setNames(tx, userId, { givenName, surName, patronymic });
    await publishField(tx, userId, 'UserType', '[1]').catch(() => publishField(tx, userId, 'UserType', '1'));
    await publishField(tx, userId, 'About', hostileTexts.join('\n'));
    await publishField(tx, userId, 'WebLink', 'javascript:uns4fe()');
    await publishField(tx, userId, 'TgLink', hostileTexts[7]);
    await publishField(tx, userId, 'InsLink', 'data:text/html,<script>uns4fe()</script>');
  });
  let payId = '';
  for (const [index, text] of hostileTexts.entries()) {
    const gift = { projectId, amount: 5_000 + index, name: text, message: `${text} ${text}` };
    const made = await giveUntilAcknowledged(fleet.server.api, gift, `hostile-${index}`);
    await payByCard(made.paymentUrl, testCards.noCode);
    payId = made.payId;
  }
  await waitUntilSettled(fleet, 60);
  const settings = await fleet.server.api('GET Widget/Settings', {}, { token });
  const key = /"key":"([^"]+)"/.exec(JSON.stringify(settings.body))?.[1] ?? '';
  return { creator, userName, payId, key };
}
