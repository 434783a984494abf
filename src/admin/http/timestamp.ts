export { ApiTime, ApiTimeOrNull, isoTime, isoTimeOrNull } from '../../common/index.js';
