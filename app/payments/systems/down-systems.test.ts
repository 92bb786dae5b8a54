import { afterAll, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { toMain } from '#base/money/money.ts';
import { everySystemEnv } from '#test/support/money/every-system.ts';
import { paymeCardScene, paymeCardStandIn } from '#test/support/money/payme-card-caller.ts';
import { stripeScene } from '#test/support/money/stripe-scene.ts';
import { gatewayScene, type SystemScene } from '#test/support/money/system-scenes.ts';
import { openedOf, openShop } from '#test/support/shop-fixture.ts';
import { standInsOf, type TestApp, testSecrets } from '#test/support/start-app.ts';

type Shop = Awaited<ReturnType<typeof openShop>>;

const probing = 'payment systems that do not answer';
const standIns = standInsOf(everySystemEnv, () => shop.app.url);
const shop = await openShop({ env: everySystemEnv, sandbox: standIns, heldJobs: [probing] });
afterAll(() => shop.app.close());
const plain = await openShop({ heldJobs: [probing] });
afterAll(() => plain.app.close());

const placeOf = ({ app }: Shop) => ({ url: app.sandbox.url, secret: testSecrets.payment, site: () => app.url });
const cut = () => undefined;
const everySystem = ['gateway', 'payme', 'payme-card', 'click', 'stripe'];

const offerAnswer = z.object({
  data: z.object({ paymentSystems: z.array(z.string()).optional(), downSystems: z.array(z.string()).optional() }),
});

async function offerOf({ api }: TestApp) {
  const { paymentSystems, downSystems } = offerAnswer.parse((await api('GET Donate/Settings')).body).data;
  return { paymentSystems, downSystems };
}

/** One round of the questions to the systems that have left one unanswered. */
async function probe({ opora }: TestApp): Promise<void> {
  const job = opora.areas.payments.jobs.find(({ name }) => name === probing);
  if (job === undefined) throw new Error('the server asks no system whether it answers');
  await job.run();
}

async function ask(at: Shop, system?: string) {
  const who = await at.person();
  const { orderId, total } = await at.ready(who, [{ productId: await at.product({ stock: null }) }]);
  return at.askToPay(who, { orderId, expectedTotal: toMain(total), ...(system !== undefined && { system }) });
}

/** The system is down, and a payer finds it out. */
async function breakDown(at: Shop, scene: SystemScene): Promise<void> {
  const open = scene.name === 'payme-card' ? openedOf(await ask(at, scene.name)).paymentUrl : null;
  const standIn = paymeCardStandIn(placeOf(at));
  const token = open === null ? '' : await standIn.token();
  await scene.fault('down');
  onTestFinished(() => scene.fault('none'));
  const { status } = open === null ? await ask(at, scene.name) : await standIn.confirm(open, token);
  if (status !== 503) throw new Error(`${scene.name} was to be down, and answered ${status}`);
}

it.each([gatewayScene(placeOf(shop)), paymeCardScene(placeOf(shop)), stripeScene({ ...placeOf(shop), cut })])(
  '$name is not offered while it does not answer, and is named',
  async (scene) => {
    const { api } = shop.app;
    const all = { paymentSystems: everySystem, downSystems: undefined };
    expect(await offerOf(shop.app)).toEqual(all);
    await breakDown(shop, scene);
    await probe(shop.app);
    const rest = { paymentSystems: everySystem.filter((name) => name !== scene.name), downSystems: [scene.name] };
    expect(await offerOf(shop.app)).toEqual(rest);
    expect(offerAnswer.parse((await api('GET Config')).body).data).toEqual(rest);
    await scene.fault('none');
    await probe(shop.app);
    expect(await offerOf(shop.app)).toEqual(all);
    expect(openedOf(await ask(shop, scene.name)).paymentUrl).toEqual(expect.any(String));
  },
);

it('a payer who has chosen nothing pays at the first system that answers', async () => {
  await breakDown(shop, gatewayScene(placeOf(shop)));
  await probe(shop.app);
  expect((await ask(shop)).body).toMatchObject({ data: { payer: { system: 'payme' } } });
});

it.each([gatewayScene(placeOf(shop)), stripeScene({ ...placeOf(shop), cut })])(
  'the form of the first payers whom $name leaves without an answer offers the others at once',
  async (scene) => {
    await probe(shop.app);
    expect(await offerOf(shop.app)).toEqual({ paymentSystems: everySystem, downSystems: undefined });
    await scene.fault('down');
    onTestFinished(async () => {
      await scene.fault('none');
      await probe(shop.app);
    });
    const lines = shop.app.logLines.length;
    const refused = await Promise.all([ask(shop, scene.name), ask(shop, scene.name)]);
    expect(refused.map(({ status }) => status)).toEqual([503, 503]);
    expect(await offerOf(shop.app)).toEqual({
      paymentSystems: everySystem.filter((name) => name !== scene.name),
      downSystems: [scene.name],
    });
    const named = shop.app.logLines.slice(lines).filter((line) => line.includes('does not answer and is not offered'));
    expect(named).toHaveLength(1);
  },
);

it('the only system is named while it does not answer', async () => {
  const scene = gatewayScene(placeOf(plain));
  expect(await offerOf(plain.app)).toEqual({ paymentSystems: undefined, downSystems: undefined });
  await breakDown(plain, scene);
  await probe(plain.app);
  expect(await offerOf(plain.app)).toEqual({ paymentSystems: undefined, downSystems: ['gateway'] });
  await scene.fault('none');
  await probe(plain.app);
  expect(await offerOf(plain.app)).toEqual({ paymentSystems: undefined, downSystems: undefined });
  expect((await ask(plain)).status).toBe(200);
});
