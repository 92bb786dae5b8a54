import { alertWidths } from '../widget-choices.ts';

/**
 * Where an alert stands on the stream and how wide it is, in percent. `x` and `y` divide the free room, so that every place is within the
 * picture whatever the size of the alert: 0 is the left or upper edge, 50 the middle, 100 the right or lower edge.
 */
export interface AlertPlace {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** 880 px wide at 1080p, in the upper third even when it is as high as it may get. */
export const defaultPlace: AlertPlace = { x: 50, y: 4, width: 46 };

/** An alert is at most this high, as a part of its width: longer texts are smaller. */
export const greatestHeight = 0.36;

export interface Size {
  readonly width: number;
  readonly height: number;
}

const within = (value: number, { least, most }: { least: number; most: number }) =>
  Math.round(Math.min(most, Math.max(least, value)) * 10) / 10;

const percent = { least: 0, most: 100 };

/** The nearest possible place; numbers that are none, as of an empty field, become the default. */
export function boundedPlace(place: AlertPlace): AlertPlace {
  const { x, y, width } = { ...place };
  return {
    x: within(Number.isNaN(x) ? defaultPlace.x : x, percent),
    y: within(Number.isNaN(y) ? defaultPlace.y : y, percent),
    width: within(Number.isNaN(width) ? defaultPlace.width : width, alertWidths),
  };
}

/** The percent at which `start` begins where `room` is free; where none is, the old one. */
const share = (start: number, room: number, old: number) => (room > 0 ? (100 * start) / room : old);

/** The place after the alert was moved; all sizes in the same unit. */
export function movedPlace(place: AlertPlace, by: { x: number; y: number }, alert: Size, stream: Size): AlertPlace {
  const room = { x: stream.width - alert.width, y: stream.height - alert.height };
  const start = { x: (place.x / 100) * room.x + by.x, y: (place.y / 100) * room.y + by.y };
  return boundedPlace({
    x: share(start.x, room.x, place.x),
    y: share(start.y, room.y, place.y),
    width: place.width,
  });
}

/** The place after the lower right corner was moved by this much to the right: the upper left one stays where it is. */
export function widenedPlace(place: AlertPlace, by: number, alert: Size, stream: Size): AlertPlace {
  const { width } = boundedPlace({ ...place, width: place.width * (1 + by / alert.width) });
  const growth = width / place.width;
  const left = (place.x / 100) * (stream.width - alert.width);
  const top = (place.y / 100) * (stream.height - alert.height);
  return boundedPlace({
    x: share(left, stream.width - alert.width * growth, place.x),
    y: share(top, stream.height - alert.height * growth, place.y),
    width,
  });
}
