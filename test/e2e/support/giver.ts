import { type APIRequestContext, expect, type Page } from '@playwright/test';
import {
  type BooksEntry,
  beginDonation,
  booksOf,
  chargesOf,
  type Donation,
  expectThanks,
  newDonation,
} from './donor.ts';

/** Where a donor gives, and where the provider says what it has charged. */
interface Place {
  readonly page: Page;
  readonly request: APIRequestContext;
  readonly sandboxUrl: string;
  readonly userName: string;
}

/** A donor of the test's creator. */
export class Giver {
  readonly #place: Place;

  constructor(place: Place) {
    this.#place = place;
  }

  /** Goes on to the card step of a new donation. */
  async begin(): Promise<Donation> {
    const donation = newDonation();
    await beginDonation(this.#place.page, this.#place.userName, donation);
    return donation;
  }

  books(donation: Donation): Promise<BooksEntry[]> {
    return booksOf(this.#place.request, this.#place.sandboxUrl, donation);
  }

  charges(donation: Donation): Promise<number> {
    return chargesOf(this.#place.request, this.#place.sandboxUrl, donation);
  }

  /** The page says thanks, and the provider has charged once. */
  async expectPaidOnce(donation: Donation): Promise<void> {
    await expectThanks(this.#place.page, donation);
    expect(await this.charges(donation)).toBe(1);
  }
}
