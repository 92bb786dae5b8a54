/** What the page of a creator says of a draw. */
export interface AnnouncedDraw {
  readonly id: string;
  readonly text: string;
}
