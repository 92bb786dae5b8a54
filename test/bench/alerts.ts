import { Agent, get } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { widgetKeyOf } from '#test/bench/growth/ids.ts';
import { openDonation, send, textOf } from '#test/bench/support/donation-maker.ts';
import { type Figure, median, quantile } from './table.ts';

const crowd = { creator: 51, pages: 450 };
const others = { first: 52, creators: 50 };
const donations = 120;
/** Of the donations, every so many goes to the creator with the crowd. */
const toTheCrowd = 2;

/** A widget page: it has an event stream and asks for the alert at each event of the queue, as the real one does. */
interface Page {
  readonly creator: number;
  readonly source: string;
  notified: (() => void) | null;
}

const agent = new Agent({ keepAlive: false });

/** Opens a widget's event stream. Resolves with its first event of the queue; `queued` gets each, the first included. */
function openPageStream(url: string, queued: (event: string) => void): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  get(url, { agent }, (response) => {
    if (response.statusCode !== 200) reject(new Error(`${url} answers ${response.statusCode}`));
    let text = '';
    response.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const event = text.slice(0, end);
        text = text.slice(end + 2);
        if (!event.includes('event: queue\n')) continue;
        resolve();
        queued(event);
      }
    });
    response.on('error', () => undefined);
  }).on('error', reject);
  return promise;
}

async function openPage(app: string, creator: number, index: number): Promise<Page> {
  const page: Page = { creator, source: `bench-page-${creator}-${index}`, notified: null };
  const url = `${app}/api/Widget/Events?key=${widgetKeyOf(creator)}&source=${page.source}`;
  await openPageStream(url, (event) => {
    if (!event.includes('"waiting":0')) page.notified?.();
  });
  return page;
}

async function openPages(app: string): Promise<Map<number, Page[]>> {
  const wanted = [
    ...Array.from({ length: crowd.pages }, (_, index) => ({ creator: crowd.creator, index })),
    ...Array.from({ length: others.creators }, (_, index) => ({ creator: others.first + index, index: 0 })),
  ];
  const pages = new Map<number, Page[]>();
  for (const { creator, index } of wanted) {
    const page = await openPage(app, creator, index);
    pages.set(creator, [...(pages.get(creator) ?? []), page]);
  }
  return pages;
}

interface Samples {
  /** Milliseconds from the provider's callback to the event, one for each page. */
  readonly events: number[];
  /** To the moment a page holds the alert. */
  readonly alerts: number[];
}

const asking = (page: Page) => ({ key: widgetKeyOf(page.creator), source: page.source });

/** One donation: all pages of its creator get the event and ask at once, and one of them gets the alert and shows it. */
async function donateOnce(app: string, creator: number, pages: readonly Page[], samples: Samples): Promise<void> {
  const donation = await openDonation(app, creator);
  const sentAt = performance.now();
  const passed = () => performance.now() - sentAt;
  const asked = pages.map(
    (page) =>
      new Promise<void>((resolve, reject) => {
        page.notified = () => {
          page.notified = null;
          samples.events.push(passed());
          // One process stands for 500 machines here: what each does next must not delay the events of the others.
          setImmediate(() => askNext(app, page, samples, passed).then(resolve, reject));
        };
      }),
  );
  await donation.pay();
  await Promise.all(asked);
}

/** Asks for the alert; the page that gets it shows it, which takes no time here. */
async function askNext(app: string, page: Page, samples: Samples, passed: () => number): Promise<void> {
  const alert = await send(`${app}/api/Widget/Next`, JSON.stringify({ ...asking(page), isVisible: true }));
  if (alert === null) return;
  samples.alerts.push(passed());
  const alertId = textOf(alert, 'alertId');
  for (const state of ['playing', 'shown']) {
    await send(`${app}/api/Widget/Report`, JSON.stringify({ ...asking(page), alertId, state }));
  }
}

/** How soon 500 connected pages get the event of a paid donation, and how soon one of them has its alert. */
export async function measureAlerts(app: string): Promise<Figure[]> {
  const pages = await openPages(app);
  const samples: Samples = { events: [], alerts: [] };
  const lateness = monitorEventLoopDelay({ resolution: 5 });
  lateness.enable();
  for (let at = 0; at < donations; at += 1) {
    const creator = at % toTheCrowd === 0 ? crowd.creator : others.first + (at % others.creators);
    const recorded = at < 4 ? { events: [], alerts: [] } : samples;
    await donateOnce(app, creator, pages.get(creator) ?? [], recorded);
  }
  lateness.disable();
  agent.destroy();
  const late = (lateness.percentile(99) / 1e6).toFixed(0);
  const figure = (what: string, values: readonly number[]): Figure => ({
    what,
    value: quantile(values, 0.99),
    unit: 'ms',
    goal: { is: 'below', value: 100, margin: 0.5 },
    note: `median ${median(values).toFixed(1)} ms, ${values.length} samples, ${crowd.pages} pages of one creator and ${others.creators} of others; the measuring process itself was late by up to ${late} ms`,
  });
  return [
    figure('paid → event at the widget, p99', samples.events),
    figure('paid → alert at the widget, p99', samples.alerts),
  ];
}
