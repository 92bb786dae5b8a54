import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { seenLine, seenText } from '#base/calls/text-wire.ts';
import { everyCall } from '#test/support/every-call.ts';

/** Every text within a schema, by its path. */
function textsOf(schema: unknown, path: string): [path: string, text: z.ZodType][] {
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape).flatMap(([name, member]) => textsOf(member, `${path}.${name}`));
  }
  if (schema instanceof z.ZodArray) return textsOf(schema.element, `${path}[]`);
  if (schema instanceof z.ZodRecord) return textsOf(schema.valueType, `${path}{}`);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => textsOf(option, path));
  if (schema instanceof z.ZodPipe) return textsOf(schema.in, path);
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) return textsOf(schema.unwrap(), path);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return textsOf(schema.unwrap(), path);
  return schema instanceof z.ZodString ? [[path, schema]] : [];
}

const written = everyCall.flatMap((call) => textsOf(call.body, call.path));

describe('texts that others see (docs/rules.md#texts)', () => {
  test('take no signs that turn their direction, unless nobody else sees them or a handler cleans them', () => {
    const turned = written.filter(([, text]) => text.safeParse('Али\u202e Ali').success);
    expect([...new Set(turned.map(([path]) => path))].toSorted()).toMatchInlineSnapshot(`
      [
        "Delivery/Rates.version",
        "Donate/Settings.stopWords[]",
        "Donate/Settings.version",
        "Embed/Sites.sites[]",
        "Gift/Order.recipientPhone",
        "Identity/AdminLogin.password",
        "Identity/AdminLogin.phone",
        "Identity/RefreshToken.accessToken",
        "Identity/RefreshToken.refreshToken",
        "Identity/Register.password",
        "Identity/Register.phone",
        "Identity/RevokeToken.accessToken",
        "Identity/RevokeToken.refreshToken",
        "Identity/Token.password",
        "Identity/Token.phone",
        "Integration/Access.challenge",
        "Integration/Access.challengeMethod",
        "Integration/Access.clientId",
        "Integration/Access.redirectUri",
        "Integration/Access.responseType",
        "Integration/Access.scope",
        "Integration/Access.state",
        "Integration/CreateApplication.redirects[]",
        "Integration/CreateWebhook.url",
        "Integration/Webhook.url",
        "Joint/Save.members[].userName",
        "Membership/Create.instead.proof",
        "Membership/Create.timeZone",
        "Membership/Create.userName",
        "Membership/CreateLevel.picture",
        "Membership/Gift.userName",
        "Membership/Level.picture",
        "Membership/Take.secret",
        "Moderator/ConfirmUser.values{}",
        "Moderator/FirstStart.key",
        "Moderator/RejectUser.values{}",
        "Order/CreateOrder.orderId",
        "Order/CreateOrderPayment.promoCode",
        "Order/CreateOrderPayment.recipientPhone",
        "Order/CreateOrderPayment.version",
        "Order/CreatePromoCode.code",
        "Order/CreatePromoCode.sellerUserName",
        "Order/PromoCode.code",
        "Payment/Callback.eventId",
        "Payment/Callback.id",
        "Payment/Callback.reference",
        "Payment/Confirm.payment",
        "Payment/Confirm.token",
        "Payout/Request.card.token",
        "PersonalAccount/Archive.password",
        "PersonalAccount/Update.fields[].value",
        "PersonalAccount/Update.userName",
        "PickUp.phone",
        "Post/Save.audio",
        "Post/Save.pictures[]",
        "ProjectPay/Create.instead.proof",
        "ProjectPay/Reword.proof",
        "Receipt/TaxDefaults.version",
        "Site/Settings.version",
        "Site/Texts.version",
        "Telegram/Enter.initData",
        "User/CreateUserOrderList.version",
        "User/CreateUserOrderMerchantList.version",
        "Widget/Health.build",
        "Widget/Health.key",
        "Widget/Health.source",
        "Widget/Next.key",
        "Widget/Next.source",
        "Widget/Report.key",
        "Widget/Report.reason",
        "Widget/Report.source",
        "Widget/Settings.alert.voiceName",
        "Widget/Settings.key",
      ]
    `);
  });

  test.each(['\u3164', '\u2800', '\uffa0', '\ufe0f', '\u034f', '\u200b', ' \u2060 '])(
    'are empty where they are %j',
    (nothing) => {
      expect([seenText().parse(nothing), seenLine().parse(nothing)]).toEqual(['', '']);
      expect(seenLine().min(1).safeParse(nothing).success).toBe(false);
      expect(seenLine().parse(`Али${nothing}на`).replace(' ', '')).toBe('Алина');
    },
  );

  test('keep their lines, or are one line', () => {
    expect(seenText().parse(' a\n\n\n b \n')).toBe('a\n\n\n b');
    expect(seenLine().parse(' a\n\t b \n')).toBe('a b');
  });
});
