/* sockets.c - the contestant "bare sockets", the floor: the bytes of a request out, the bytes of its reply in. Of the
 * reply only the status and the length are looked at. Plain http only. */
#define _POSIX_C_SOURCE 200809L
#include "measure.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#define STEP (128 * 1024)
#define BOUNDARY "----------------------------0123456789abcdef"
#define BEGIN "--" BOUNDARY "\r\nContent-Disposition: form-data; name="
#define END "\r\n--" BOUNDARY "--\r\n"
#define BODY "{\"licenseTicket\":\"" TICKET "\"}"

struct client {
    int socket;
    const char *file;
    char get[1024], search[1024], ready[1024], upload[4096];
    size_t upload_length; /* the head and the form up to the document's first byte */
    char step[STEP + 1];
};

static void format(char *buffer, size_t capacity, const char *host, const char *first, const char *rest)
{
    static const char head[] = "%s HTTP/1.1\r\nHost: %s\r\nAccept: application/json\r\n%s";
    int length = snprintf(buffer, capacity, head, first, host, rest);
    check(length > 0 && (size_t)length < capacity, "the request is too long");
}

static void prepare_upload(struct client *client, const char *host, const char *path)
{
    const char *name = last_part(client->file);
    char form[2048], first[512], rest[3072];
    struct stat file;
    size_t length;
    int written = snprintf(form, sizeof form, BEGIN "\"filename\"\r\n\r\n%s\r\n"
                           BEGIN "\"activity_type\"\r\n\r\n" ACTIVITY_TYPE "\r\n"
                           BEGIN "\"type_code\"\r\n\r\n" TYPE_CODE "\r\n"
                           BEGIN "\"file\"; filename=\"%s\"\r\nContent-Type: application/octet-stream\r\n\r\n",
                           name, name);
    check(written > 0 && (size_t)written < sizeof form && stat(client->file, &file) == 0, client->file);
    length = (size_t)written + (size_t)file.st_size + strlen(END);
    snprintf(first, sizeof first, "POST %s/dmp/" PATIENT "/unique/doc/send", path);
    snprintf(rest, sizeof rest, "Authorization: Bearer " BEARER "\r\nContent-Length: %zu\r\n"
             "Content-Type: multipart/form-data; boundary=" BOUNDARY "\r\n\r\n%s", length, form);
    format(client->upload, sizeof client->upload, host, first, rest);
    client->upload_length = strlen(client->upload);
}

static void prepare(struct client *client, const char *host, const char *path)
{
    char first[512], rest[512];
    snprintf(first, sizeof first, "GET %s/patient", path);
    format(client->get, sizeof client->get, host, first, "Authorization: Bearer " BEARER "\r\n\r\n");
    snprintf(first, sizeof first, "GET %s/patient/search?nom=LEF%%C3%%88VRE-%%C3%%87ELIK"
             "&prenom=Ana%%C3%%AFs%%20No%%C3%%ABlle&date_naissance=1955-08-14&sexe=F", path);
    format(client->search, sizeof client->search, host, first, "Authorization: Bearer " BEARER "\r\n\r\n");
    snprintf(first, sizeof first, "POST %s/direct/ready", path);
    snprintf(rest, sizeof rest, "Content-Type: application/json\r\nContent-Length: %zu\r\n\r\n" BODY, strlen(BODY));
    format(client->ready, sizeof client->ready, host, first, rest);
    if (client->file != NULL)
        prepare_upload(client, host, path);
}

static int connected(const char *address, unsigned port)
{
    struct sockaddr_in to = {0};
    struct timeval limit = {TIMEOUT_MS / 1000, 0};
    int one = 1, handle = socket(AF_INET, SOCK_STREAM, 0);
    to.sin_family = AF_INET;
    to.sin_port = htons((in_port_t)port);
    check(handle >= 0 && inet_pton(AF_INET, address, &to.sin_addr) == 1, address);
    setsockopt(handle, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    setsockopt(handle, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
    setsockopt(handle, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    check(connect(handle, (struct sockaddr *)&to, sizeof to) == 0, "connect");
    return handle;
}

static void *open_client(const char *url, const char *file)
{
    struct client *client = malloc(sizeof *client);
    char address[64], path[256] = "", host[80];
    unsigned port;
    check(client != NULL, "memory");
    check(sscanf(url, "http://%63[0-9.]:%u%255s", address, &port, path) >= 2, "http://ADDRESS:PORT/PATH");
    snprintf(host, sizeof host, "%s:%u", address, port);
    client->file = file;
    prepare(client, host, path);
    client->socket = connected(address, port);
    return client;
}

static void close_client(void *state)
{
    struct client *client = state;
    close(client->socket);
    free(client);
}

static void send_all(struct client *client, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t sent = send(client->socket, bytes, length, MSG_NOSIGNAL);
        check(sent > 0, "send");
        bytes += sent;
        length -= (size_t)sent;
    }
}

static size_t receive_some(struct client *client, size_t at)
{
    ssize_t got = recv(client->socket, client->step + at, STEP - at, 0);
    check(got > 0, "recv");
    client->step[at + (size_t)got] = '\0';
    return (size_t)got;
}

static void receive_reply(struct client *client)
{
    size_t got = 0, wanted;
    const char *end = NULL, *length;
    while (end == NULL) {
        got += receive_some(client, got);
        end = strstr(client->step, "\r\n\r\n");
    }
    check(strncmp(client->step, "HTTP/1.1 2", 10) == 0, "status");
    length = strstr(client->step, "\r\nContent-Length: ");
    check(length != NULL && length < end, "Content-Length");
    wanted = (size_t)(end + 4 - client->step) + strtoul(length + 18, NULL, 10);
    while (got < wanted)
        got += receive_some(client, 0);
    check(got == wanted, "more than was asked for");
}

static void exchange(struct client *client, const char *request)
{
    send_all(client, request, strlen(request));
    receive_reply(client);
}

static void get(void *client)
{
    exchange(client, ((struct client *)client)->get);
}

static void search(void *client)
{
    exchange(client, ((struct client *)client)->search);
}

static void ready(void *client)
{
    exchange(client, ((struct client *)client)->ready);
}

static void upload(void *state)
{
    struct client *client = state;
    ssize_t count;
    int file = open(client->file, O_RDONLY);
    check(file >= 0, client->file);
    send_all(client, client->upload, client->upload_length);
    while ((count = read(file, client->step, STEP)) > 0)
        send_all(client, client->step, (size_t)count);
    check(count == 0, client->file);
    close(file);
    send_all(client, END, strlen(END));
    receive_reply(client);
}

int main(int count, char **args)
{
    static const struct workload workloads[] = {
        {"get", get}, {"search", search}, {"ready", ready}, {"upload", upload}, {NULL, NULL},
    };
    static const struct contestant contestant = {open_client, close_client, NULL, workloads};
    return measure(&contestant, count, args);
}
