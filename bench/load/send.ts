import { Agent, request } from 'node:http';
import { buildHeaders, type Send, toApiPath } from './sequences.ts';

const agent = new Agent({ keepAlive: true });

export function sendTo(base: string, token?: string): Send {
  return (method, path, options = {}) =>
    new Promise((resolve, reject) => {
      const call = request(base + toApiPath(path), { method, agent, headers: buildHeaders(options, token) });
      call.on('error', reject).on('response', (answer) => {
        let body = '';
        answer.on('data', (chunk) => (body += chunk));
        answer.on('error', reject).on('end', () => {
          const isJson = answer.headers['content-type']?.startsWith('application/json');
          if (answer.statusCode === 200) resolve(isJson ? JSON.parse(body) : body);
          else reject(new Error(`${path} answered ${answer.statusCode}: ${body.slice(0, 200)}`));
        });
      });
      call.end(options.body === undefined ? undefined : JSON.stringify(options.body));
    });
}
