import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

type Labels = Readonly<Record<string, string>>;

/** The metrics of this process, for Prometheus. */
export interface Metrics {
  readonly registry: Registry;
  /** Counts a response that bypassed Fastify's hooks. */
  answered(kind: string, method: string, status: number, milliseconds: number): void;
  /** Counts and times every response of a Fastify instance by route. */
  watch(app: FastifyInstance): void;
  /** Adds a gauge that is read at each scrape. */
  gauge(name: string, help: string, read: () => number): void;
  /** Adds a counter with labels. `amount`: 1 by default. */
  labelled(name: string, help: string, labels: readonly string[]): { add(of: Labels, amount?: number): void };
  /** Adds a gauge with labels, which shows the value that was set last. */
  labelledGauge(name: string, help: string, labels: readonly string[]): { set(of: Labels, value: number): void };
  /** Adds a histogram of durations with labels. */
  seconds(
    name: string,
    help: string,
    shape: { readonly labels: readonly string[]; readonly buckets: readonly number[] },
  ): { observe(of: Labels, seconds: number): void };
}

/** What prom-client observes of the process is never let go, so all servers of a process share it. */
const ofProcess = new Registry();

function addProcessMetrics(registry: Registry): void {
  if (ofProcess.getMetricsAsArray().length === 0) collectDefaultMetrics({ register: ofProcess });
  for (const { name } of ofProcess.getMetricsAsArray()) {
    const metric = ofProcess.getSingleMetric(name);
    if (metric !== undefined) registry.registerMetric(metric);
  }
}

/** Creates metrics with a registry of their own, so that several servers in one test process do not share them. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  addProcessMetrics(registry);
  const seconds = new Histogram({
    name: 'opora_request_seconds',
    help: 'Time to answer a request, by route, method and status',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const observe = (route: string, method: string, status: number, milliseconds: number) =>
    seconds.observe({ route, method, status: String(status) }, milliseconds / 1000);
  return {
    registry,
    answered: observe,
    watch(app) {
      app.addHook('onResponse', async (request, reply) => {
        observe(request.routeOptions.url ?? 'unknown', request.method, reply.statusCode, reply.elapsedTime);
      });
    },
    gauge(name, help, read) {
      new Gauge({
        name,
        help,
        registers: [registry],
        collect() {
          this.set(read());
        },
      });
    },
    labelled(name, help, labels) {
      const counter = new Counter({ name, help, labelNames: [...labels], registers: [registry] });
      return { add: (of, amount = 1) => counter.inc(of, amount) };
    },
    labelledGauge(name, help, labels) {
      const gauge = new Gauge({ name, help, labelNames: [...labels], registers: [registry] });
      return { set: (of, value) => gauge.set(of, value) };
    },
    seconds(name, help, { labels, buckets }) {
      const shape = { name, help, labelNames: [...labels], buckets: [...buckets], registers: [registry] };
      const histogram = new Histogram(shape);
      return { observe: (of, value) => histogram.observe(of, value) };
    },
  };
}
