import { serviceProblem, throttled } from '../http/problems.js';
import type { Place } from '../people/membership.js';
import type { TerminalState } from './state.js';
import type { WorkplaceSimulator } from '../workplace-simulator.js';

/** Slash commands for actions of the tenant's administrator and for faults of the cloud. */
export class Administration {
  constructor(
    private readonly workplace: WorkplaceSimulator,
    private readonly state: TerminalState,
    private readonly note: (text: string) => void,
  ) {}

  install(): void {
    this.workplace.membership.install(this.place, this.state.person);
    this.note('Installed.');
  }

  uninstall(): void {
    this.workplace.membership.uninstall(this.place, this.state.person);
    this.note('Uninstalled.');
  }

  block(): void {
    this.workplace.membership.block(this.state.place);
    this.note('The bot may not write here.');
  }

  unblock(): void {
    this.workplace.membership.unblock(this.state.place);
    this.note('The bot may write here again.');
  }

  /** Sets the fault `429`, `502` or `taken-504` for a number of sends. */
  fault(rest: string): void {
    const [, taken, status, times = '1'] = /^(taken-)?(\d{3})(?:\s+(\d+))?$/.exec(rest) ?? [];
    if (status === undefined) throw new Error('Such as /fault 429, /fault 502 3, /fault taken-504');
    const answer = status === '429' ? throttled(1) : serviceProblem(Number(status), 'ServiceError');
    const fault = taken ? ({ kind: 'lost', then: answer } as const) : ({ kind: 'answer', answer } as const);
    this.workplace.faults.sends.next(fault, { times: Number(times) });
    this.note(`The next ${times} sends are answered ${status}.`);
  }

  permit(names: string): void {
    const { graphPermissions, resourcePermissions } = this.workplace.app;
    for (const name of names.split(/\s+/).filter(Boolean)) {
      // A resource-specific permission ends in its kind of place.
      const isResource = /\.(Group|Chat|User)$/.test(name);
      (isResource ? resourcePermissions : graphPermissions).add(name);
    }
    const all = [...graphPermissions, ...resourcePermissions];
    this.note(`Permissions: ${all.join(', ')}. New tokens have them.`);
  }

  addSite(name: string): void {
    const { id: docSiteId } = this.workplace.addSite(name || 'Docs');
    this.note(`For channels.workchat: ${JSON.stringify({ docSiteId }).slice(1, -1).replace(':', ': ')}`);
  }

  showComplaints(): void {
    const { complaints } = this.workplace;
    for (const { code, text } of complaints) this.note(`${code}: ${text}`);
    if (complaints.length === 0) this.note('No complaints.');
  }

  private get place(): Place {
    return this.state.place.team ?? this.state.place;
  }
}
