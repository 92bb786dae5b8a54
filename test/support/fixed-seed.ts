import fc from 'fast-check';

/** Property tests of the verdict try the same inputs each time a commit is tested; another commit tries others. */
const { PROPERTY_SEED } = process.env;
if (PROPERTY_SEED) fc.configureGlobal({ seed: Number(PROPERTY_SEED) });
