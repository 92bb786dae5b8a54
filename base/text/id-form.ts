/** The ids of people and things: UUIDs, as calls take them. */
export const idForm = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;
