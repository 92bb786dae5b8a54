import fc from 'fast-check';

// That a property fails is all that is asked: nobody reads the smallest example, and to find it takes minutes on a database.
fc.configureGlobal({ endOnFailure: true, numRuns: 30 });
