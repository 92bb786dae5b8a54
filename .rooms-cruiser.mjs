import product from './.dependency-cruiser.mjs';

/** The files that stand directly in the folder of an area: its public face, which composes the rooms and which the rooms use. */
const faces = '^app/[^/]+[.]tsx?$|^app/[^/]+/[^/]+[.]tsx?$|^app/[^/]+/[^/]+[.]css$';

/** Rooms of an area, and folders of base/, have an order: none is used by one that it uses, however far away. */
export default {
  forbidden: [
    {
      name: 'rooms-one-way',
      severity: 'error',
      comment: 'Two rooms use each other: move what both need below them, or what uses both above them.',
      scope: 'folder',
      from: { path: '^(?:app/[^/]+|base)/' },
      to: { circular: true },
    },
  ],
  options: {
    ...product.options,
    exclude: { path: `${product.options.exclude.path}|[.]test[.]tsx?$|${faces}` },
  },
};
