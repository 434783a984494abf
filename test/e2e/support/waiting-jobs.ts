import pg from 'pg';

/**
 * The jobs that wait in a database, with the owner of their lane and graphile-worker's lock, for the report of a test
 * that waited in vain.
 */
export async function waitingJobs(databaseUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client
    .query(
      `select lane.kind, lane.owner, lane.epoch, heart.beats as owner_beats, count(job.id) as jobs,
        min(job.id) as first, max(job.attempts) as attempts, max(job.last_error) as error,
        woken.locked_by, woken.locked_at, woken.run_at, woken.attempts as wakes, now()
      from job_lanes as lane
      join jobs as job on job.kind = lane.kind and job.key = lane.key
      left join worker_heartbeats as heart on heart.owner = lane.owner
      left join graphile_worker._private_jobs as woken on woken.payload->>'key' = lane.key
      group by lane.kind, lane.key, lane.owner, lane.epoch, heart.beats, woken.id order by first limit 40`,
    )
    .finally(() => client.end());
  return rows.map((row) => JSON.stringify(row)).join('\n');
}
