/* sockets.exe ask PORT: sends a line to 127.0.0.1 and prints the answer. sockets.exe answer: listens, prints the port,
 * answers one line. sockets.exe refused PORT: what a connection without a listener looks like. */

#define _WIN32_WINNT 0x0A00
#include <winsock2.h>
#include <ws2tcpip.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct sockaddr_in local(int port)
{
    struct sockaddr_in address = {0};
    address.sin_family = AF_INET;
    address.sin_port = htons((u_short)port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

static int ask(int port)
{
    SOCKET to = socket(AF_INET, SOCK_STREAM, 0);
    struct sockaddr_in address = local(port);
    char answer[64] = {0};
    if (connect(to, (struct sockaddr *)&address, sizeof address))
        return 3;
    send(to, "from windows\n", 13, 0);
    if (recv(to, answer, sizeof answer - 1, 0) <= 0)
        return 4;
    fputs(answer, stdout);
    return closesocket(to);
}

static int answer(void)
{
    SOCKET at = socket(AF_INET, SOCK_STREAM, 0), from;
    struct sockaddr_in address = local(0);
    int size = sizeof address;
    char line[64] = {0};
    if (bind(at, (struct sockaddr *)&address, size) || listen(at, 1) ||
        getsockname(at, (struct sockaddr *)&address, &size))
        return 3;
    printf("%d\n", ntohs(address.sin_port));
    fflush(stdout);
    from = accept(at, NULL, NULL);
    if (from == INVALID_SOCKET || recv(from, line, sizeof line - 1, 0) <= 0)
        return 4;
    fputs(line, stdout);
    send(from, "from windows\n", 13, 0);
    return closesocket(from) || closesocket(at);
}

static SOCKET begin(int port)
{
    SOCKET to = socket(AF_INET, SOCK_STREAM, 0);
    struct sockaddr_in address = local(port);
    u_long on = 1;
    ioctlsocket(to, FIONBIO, &on);
    int result = connect(to, (struct sockaddr *)&address, sizeof address);
    printf("connect=%d/%d ", result, WSAGetLastError());
    return to;
}

static void end(SOCKET to, DWORD began)
{
    int error = 0, size = sizeof error;
    getsockopt(to, SOL_SOCKET, SO_ERROR, (char *)&error, &size);
    printf(" so_error=%d after=%lums\n", error, (unsigned long)(GetTickCount() - began));
    closesocket(to);
}

static int refused(int port)
{
    DWORD began = GetTickCount();
    SOCKET to = begin(port);
    WSAPOLLFD one = {to, POLLOUT, 0};
    int ready = WSAPoll(&one, 1, 5000);
    printf("WSAPoll=%d revents=%x", ready, (unsigned)one.revents);
    end(to, began);

    began = GetTickCount();
    to = begin(port);
    fd_set writes, errors;
    FD_ZERO(&writes);
    FD_SET(to, &writes);
    errors = writes;
    struct timeval patience = {5, 0};
    ready = select(0, NULL, &writes, &errors, &patience);
    printf("select=%d write=%d except=%d", ready, !!FD_ISSET(to, &writes), !!FD_ISSET(to, &errors));
    end(to, began);

    began = GetTickCount();
    to = socket(AF_INET, SOCK_STREAM, 0);
    struct sockaddr_in address = local(port);
    printf("blocking connect=%d", connect(to, (struct sockaddr *)&address, sizeof address));
    printf("/%d", WSAGetLastError());
    end(to, began);
    return 0;
}

int main(int count, char **arguments)
{
    WSADATA data;
    if (count < 2 || WSAStartup(MAKEWORD(2, 2), &data))
        return 2;
    if (!strcmp(arguments[1], "answer"))
        return answer();
    if (count < 3)
        return 2;
    return (!strcmp(arguments[1], "ask") ? ask : refused)(atoi(arguments[2]));
}
