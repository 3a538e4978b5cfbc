import type pg from 'pg'
import { hasCitus } from '../cluster/has-citus.ts'

/**
 * Makes rows as text the same in each database, for the current transaction. A node of a Citus cluster writes its rows as text by
 * settings of its own, unless these are passed on to it.
 */
export async function useOneRowText(client: pg.ClientBase): Promise<void> {
  if (await hasCitus(client)) await client.query(`set local citus.propagate_set_commands to 'local'`)
  for (const [name, value] of settings) await client.query(`set local ${name} to '${value}'`)
}

const settings = [
  ['timezone', 'UTC'],
  ['datestyle', 'ISO'],
  ['intervalstyle', 'postgres'],
  ['bytea_output', 'hex'],
  ['extra_float_digits', '1'],
] as const
