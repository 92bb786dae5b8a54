import type { BrowserContextOptions, Page } from '@playwright/test';
import * as donor from './donor.ts';

type NewWindow = (options?: BrowserContextOptions) => Promise<Page>;

/** Sends the written donation, pays it with a code and waits for the thanks. */
export async function pay(guest: Page, given: donor.Donation): Promise<void> {
  await donor.giveButton(guest).click();
  await donor.payBy(guest, donor.cards.withCode);
  await donor.codeField(guest).fill(donor.rightCode);
  await donor.expectThanks(guest, given);
}

/** A widget as OBS shows it in a stream of 1080p. */
export async function openStream(newWindow: NewWindow, widget: string, key: string): Promise<Page> {
  const obs = await newWindow({ viewport: { width: 1920, height: 1080 } });
  await obs.goto(`/widgets/${widget}?key=${key}`);
  return obs;
}

/** The page of a creator with a donation that is written and not sent. */
export async function openGuest(newWindow: NewWindow, userName: string, given: donor.Donation): Promise<Page> {
  const guest = await newWindow();
  await guest.goto(`/${userName}`);
  await donor.writeDonation(guest, given);
  return guest;
}
