import { statement } from '../../engine/driver/statement.ts'
import { publishEvents } from '../../outbound/publishing/publish-events.ts'
import { openWorker } from './open-worker.ts'

// A worker that publishes events. Its consumer inserts a row for each event, which no key keeps from being doubled, and takes
// its time.

const { ctx, run } = openWorker()

const consume = statement(
  'test.consume',
  `insert into consumed (tenant_id, position, event_id)
   select k.tenant_id, u.position, u.id
   from program k
   cross join unnest($2::int8[], $3::uuid[]) as u(position, id)
   where k.tenant_id = $1`,
)
const pause = statement('test.pause', 'select pg_sleep(0.05) where $1::text is not null')

run({
  PUBLISH_EVENTS: {
    async run(_ctx, tenantId, _subject, { signal }) {
      await publishEvents(ctx, tenantId, signal, [
        async (tx, events) => {
          tx.write(consume, [events.map((it) => it.position), events.map((it) => it.event.id)], events.length)
          await tx.rows(pause, [])
        },
      ])
      return null
    },
  },
})
