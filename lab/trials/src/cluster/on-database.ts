import { asOwner } from '../crash/database-faults.ts'

/** Runs one statement on a node, as the owner of the database; returns its rows. */
export function onDatabase<Row>(
  address: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  return asOwner({ connectionString: address }, (owner) => owner.query<Row>({ name: '', text }, values))
}
