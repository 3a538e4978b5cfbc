import { join } from 'node:path'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { expect, test } from 'vitest'
import { everyRow, execute } from '../../testing/database/every-table.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { makeSecretKey } from '../secrets/secret-key.ts'
import { SecretKeys } from '../secrets/secret-keys.ts'
import { restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

const [source, target] = [await createTestDatabase(), await createTestDatabase()]
const file = join(temporaryFolder(), 'all.backup')
const progress = () => undefined
const keys = new SecretKeys([makeSecretKey()])

const changeNames = `
create function app.change_name() returns trigger language plpgsql as $$ begin new.name := upper(new.name); return new; end $$;
create trigger change_name before insert on app.merchant for each row execute function app.change_name()`

test('a database that changes rows while they are restored is reported, and nothing is kept', async () => {
  await execute(source.address, "insert into app.merchant values (gen_random_uuid(), 'acme', now())")
  await writeBackup(source.address, file, { keys, isEncrypted: true }, progress)
  await execute(target.address, changeNames)
  await expect(restoreBackup(target.address, file, keys.all, { progress })).rejects.toThrow(
    /^The content of the table merchant differs after the restore \(1 row, in the backup 1\)/,
  )
  expect((await everyRow(target.address)).filter(({ rows }) => rows.length > 0)).toEqual([])
})
