import type { EventStream } from '#base/events/event-stream.server.ts';
import { mostStreams } from '../widget-choices.ts';

/** The slot of one stream among those that a key may have open. */
export interface StreamSlot {
  /** Assigns the stream; it is ended when a newer stream of its source needs the slot. */
  hold(stream: EventStream): void;
  free(): void;
}

interface Slot {
  readonly source: string | null;
  stream: EventStream | null;
}

/** Counts the open streams of each project on this process, since each costs memory and time at every event. */
export class StreamSlots {
  readonly #open = new Map<string, Set<Slot>>();
  readonly #hasLimits: boolean;

  constructor(hasLimits: boolean) {
    this.#hasLimits = hasLimits;
  }

  /**
   * Returns a slot for a stream, or null at the limit. At the limit a source that reconnects takes the slot of its own oldest stream, whose
   * connection may have died unnoticed.
   */
  take(projectId: string, source: string | null): StreamSlot | null {
    const slots = this.#open.get(projectId) ?? new Set<Slot>();
    if (this.#hasLimits && slots.size >= mostStreams && !this.#makeRoom(slots, source)) return null;
    this.#open.set(projectId, slots);
    const slot: Slot = { source, stream: null };
    slots.add(slot);
    return {
      hold: (stream) => {
        slot.stream = stream;
      },
      free: () => {
        slots.delete(slot);
        if (slots.size === 0 && this.#open.get(projectId) === slots) this.#open.delete(projectId);
      },
    };
  }

  /** Whether the source has a stream open here. */
  has(projectId: string, source: string): boolean {
    return [...(this.#open.get(projectId) ?? [])].some((slot) => slot.source === source);
  }

  #makeRoom(slots: Set<Slot>, source: string | null): boolean {
    const oldest = [...slots].find((slot) => source !== null && slot.source === source && slot.stream !== null);
    if (oldest === undefined) return false;
    slots.delete(oldest);
    oldest.stream?.end();
    return true;
  }
}
