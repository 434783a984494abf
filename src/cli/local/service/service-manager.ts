/** The manager's answer about the service. */
export interface ServiceState {
  /** The file it has read; empty when there is none. */
  readonly path: string;
  readonly isEnabled: boolean;
  /** `active`, `inactive`, `failed` and so on. */
  readonly active: string;
  /** `running`, `auto-restart` and so on. */
  readonly sub: string;
  /** Microseconds of the clock that begins with the machine; 0 = never active, or the manager does not say. */
  readonly activeSinceUs: number;
  /** 0 = there is no process. */
  readonly pid: number;
}

/** systemd or launchd. Every method throws CliFailure with the manager's own words. */
export interface ServiceManager {
  /** The command that shows the log of the service. */
  readonly logCommand: string;
  /** The command that a person restarts the service with. */
  readonly restartCommand: string;
  /** @throws CliFailure when it manages neither this machine nor this user */
  requireRunning(): Promise<void>;
  state(): Promise<ServiceState>;
  /** Makes a written file known, and its service part of every boot or login. */
  enable(file: string): Promise<void>;
  /** Starts it, or replaces the running process by one of the file as it is now. */
  start(file: string): Promise<'started' | 'restarted'>;
  /** Until the next boot or start. */
  stop(): Promise<void>;
  /** Stops it and takes it out of every boot; the file may be removed then. */
  disable(): Promise<void>;
  /** Makes a removed file known. */
  forget(): Promise<void>;
}

/** For a machine on which no manager runs that this program knows. */
export const WITHOUT_MANAGER =
  'neither systemd nor launchd runs here, so keep `gatehouse start` running with a supervisor of your choice: gatehouse help operations/service';
