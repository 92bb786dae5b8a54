import { createContext } from 'react-router';
import type { ShownClock } from '#app/donathon/clock-shapes.ts';
import type { RecentDonation } from '#app/donations/recent-donation.ts';
import type { AnnouncedDraw } from '#app/draws/announced-draw.ts';
import type { AnnouncedGift } from '#app/gifts/announced-gift.ts';
import type { ShownReward } from '#app/rewards/reward-shapes.ts';
import type { ShownTarget } from '#app/targets/target-shapes.ts';
import type { ShownVote } from '#app/votes/vote-shapes.ts';
import type { InsideCall } from '#base/calls/call-client.ts';
import type { AnalyticsSettings } from '#base/pages/analytics-settings.ts';
import type { Brand } from '#base/pages/own-brand.ts';
import type * as base from '#base/pages/page-context.ts';
import type { AnyCall } from './calls.ts';

/** The services that loaders of screens use while a page is rendered on the server. */
export interface PageServices extends base.PageServices {
  /** Makes a call inside the server, always as a guest. */
  readonly call: InsideCall<AnyCall>;
  /** Of days. */
  readonly timeZone: string;
  /** Null: no analytics. */
  readonly analytics: AnalyticsSettings | null;
  /** The brand of the site; its cache tag is `siteTag`. */
  readonly readBrand: () => Promise<Brand>;
  /** About a dozen of the latest paid donations of the platform, newest first, without those to blocked creators. */
  readonly recentDonations: () => Promise<readonly RecentDonation[]>;
  /** What a donation to a project may answer now, the newest first. Its cache tag is `project:…`. */
  readonly openVotes: (projectId: string) => Promise<readonly ShownVote[]>;
  /** The open targets of a project, in the order in which they were made. Its cache tag is `project:…`. */
  readonly openTargets: (projectId: string) => Promise<readonly ShownTarget[]>;
  /** The open rewards of a project, in the order in which they were made. Its cache tag is `project:…`. */
  readonly openRewards: (projectId: string) => Promise<readonly ShownReward[]>;
  /** The draws that the page of a creator leads to, newest first. Its cache tag is `project:…`. */
  readonly announcedDraws: (projectId: string) => Promise<readonly AnnouncedDraw[]>;
  /** The months that viewers may still get by its page, newest first. Its cache tag is `project:…`. */
  readonly announcedGifts: (projectId: string) => Promise<readonly AnnouncedGift[]>;
  /** The clock that a donation to a project prolongs now; null: none runs. Its cache tag is `project:…`. */
  readonly runningClock: (projectId: string) => Promise<ShownClock | null>;
}

/** The context of a server `loader`. */
export interface PageContext extends base.PageContext {
  readonly services: PageServices;
}

/** The key of the page's context: `context.get(pageContext)` in a loader. */
export const pageContext = createContext<PageContext>();
